import { describe, expect, test } from 'vitest'
import { type Role, roleOfHeader } from '../../../src-main/engine/mapping/header-role.ts'

describe('what a column of contacts is, by headers of real exports in four languages', () => {
  test.each<[Role, string[]]>([
    [
      'phone',
      [
        'Contact Number',
        'SMS Number',
        'WhatsApp',
        'Mob. No',
        'Daytime Phone',
        'Person - Phone - Mobile',
        'Contact: Phone',
        'Rufnummer',
        'Mobilfunknummer',
        'Natel',
        'Kontakt - Telefon',
        'N° de tél.',
        'N° de téléphone',
        'Personne - Téléphone',
        'Tfno. móvil',
        'Tlf.',
        'Nº de teléfono',
      ],
    ],
    ['firstName', ['Vorname', 'Vorname(n)', 'Prénoms', 'Person - First name', 'Contact.FirstName']],
    [
      'fullName',
      [
        'Patient Name',
        'Person - Name',
        'Name, Vorname',
        'Nachname, Vorname',
        'Vor- und Nachname',
        'Nom, prénom',
        'Prénom et nom',
        'Apellidos, Nombre',
        'Nombre y apellidos',
      ],
    ],
    ['email', ['Email (primary)', 'Person - Email - Work', 'E-Mail privat', 'Adresse de messagerie', 'Dirección de correo electrónico']],
    ['notes', ['Anmerkungen', 'Person - Notes']],
    ['tags', ['Stichworte', 'Mots-clés', 'Catégorie']],
  ])('%s', (role, headers) => {
    for (const header of headers) expect([header, roleOfHeader(header, 'contacts')?.role]).toEqual([header, role])
  })

  test('a mobile number comes before that of the work, whoever is named in front', () => {
    const [mobile, work] = ['Person - Phone - Mobile', 'Person - Phone - Work'].map((header) => roleOfHeader(header, 'contacts')?.rank ?? 0)
    expect(mobile).toBeLessThan(work ?? 0)
  })

  test.each([
    ['Company'],
    ['Organization - Name'],
    ['Organization - Phone'],
    ['Tel. Fax'],
    ['Emergency Contact Phone'],
    ['Phone Type'],
    ['Person - ID'],
    ['Spouse Name'],
    ['User Name'],
    ['Contact owner'],
    ['Nombre empresa'],
    ['Number'],
    ['N°'],
    ['Contact'],
  ])('"%s" is none of these', (header) => {
    expect(roleOfHeader(header, 'contacts')).toBeNull()
  })
})

describe('permission to text', () => {
  test.each([
    ['Accepts SMS Marketing'],
    ['OK to text'],
    ['Agreed to SMS'],
    ['Person - SMS consent'],
    ['SMS erlaubt'],
    ['Accepte les SMS'],
    ['Autorisation SMS'],
    ['Acepta SMS'],
    ['Permiso SMS'],
  ])('"%s" is one', (header) => {
    expect(roleOfHeader(header, 'consent')?.role).toBe('consent')
  })

  test.each([['No SMS'], ['Keine SMS'], ['Pas de SMS'], ['Sin SMS'], ['Baja SMS']])('"%s" is a refusal', (header) => {
    expect(roleOfHeader(header, 'consent')?.role).toBe('optedOut')
    expect(roleOfHeader(header, 'contacts')?.role).toBe('unreachable')
  })

  test.each([
    ['No SMS consent'],
    ['Not opted in'],
    ['Without SMS permission'],
    ['Consent withdrawn'],
    ['Opt-in revoked'],
    ['SMS opt-in declined'],
    ['Keine Einwilligung'],
    ['Einwilligung widerrufen'],
    ['Sans consentement SMS'],
    ['Retrait du consentement'],
    ['Sin consentimiento'],
    ['Consentimiento retirado'],
  ])('"%s" is no permission, and what it stops is only looked at in a consent list', (header) => {
    expect(roleOfHeader(header, 'consent')).toMatchObject({ role: 'optedOut', isClear: false })
    expect(roleOfHeader(header, 'contacts')).toBeNull()
  })

  test.each([
    ['SMS consent pending'],
    ['SMS consent requested'],
    ['Consent expired'],
    ['Missing consent'],
    ['Never opted in'],
    ['Text opt in / out'],
    ['Consentement RGPD'],
    ['Call consent'],
    ['Treatment consent'],
    ['Einwilligung Fotos'],
    ['Data sharing consent'],
    ['CCPA opt out'],
    ['Push opt-in'],
    ['SMS opt-in count'],
    ['Ask for SMS consent'],
    ['SMS consent (unverified)'],
  ])('"%s" settles nothing', (header) => {
    expect(roleOfHeader(header, 'consent')).toBeNull()
  })

  test.each([
    ['Consent'],
    ['Marketing opt-in'],
    ['Opt-in status'],
    ['Consent status'],
    ['Opt-ins'],
    ['Has consented'],
    ['Consent given?'],
    ['Customer consent (Y/N)'],
    ['Einwilligung erteilt'],
    ['Consentement du client'],
    ['Consentimiento comercial'],
  ])('"%s" is general, and permission', (header) => {
    expect(roleOfHeader(header, 'consent')?.role).toBe('consent')
  })

  test.each([['Opt-out'], ['Unsubscribed'], ['Désinscrite'], ['Unsubscribed from all']])('"%s" is general, and a refusal', (header) => {
    expect(roleOfHeader(header, 'consent')?.role).toBe('optedOut')
  })

  test('what numbers or describes a consent is no consent', () => {
    for (const header of ['Consent ID', 'Consent version', 'SMS opt-in keyword', 'SMS subscription type'])
      expect([header, roleOfHeader(header, 'consent')?.role]).toEqual([header, 'evidence'])
  })

  test.each([
    ['Accepts Email Marketing'],
    ['Accepts Marketing'],
    ['SMS Count'],
    ['Last SMS'],
    ['SMS Received'],
    ['WhatsApp consent'],
    ['Number of texts'],
  ])('"%s" says nothing of it', (header) => {
    expect(roleOfHeader(header, 'consent')).toBeNull()
  })
})
