import { describe, expect, test } from 'vitest'
import { importDescriptors } from '../../../../src-main/engine/kinds/all-kinds.ts'
import { consentQuestion, type Role, roleOfHeader } from '../../../../src-main/engine/text/headers/header-role.ts'

describe('what a column of contacts is, by headers of real exports in four languages', () => {
  test.each<[Role, string[]]>([
    [
      'phone',
      [
        'Contact Number',
        'Phone Numbers',
        'Phone number(s)',
        'Telefonnummern',
        'Téléphones',
        'Teléfonos',
        'SMS Number',
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
    ['fullName', ['Customer full name', 'Patient Full Name', 'LastFirst', 'Last Name, First Name']],
    ['tags', ['Hashtags']],
    ['tags', ['Stichworte', 'Mots-clés', 'Catégorie']],
  ])('%s', (role, headers) => {
    for (const header of headers) expect([header, roleOfHeader(header, importDescriptors.contacts.roles)?.role]).toEqual([header, role])
  })

  test('a mobile number comes before that of the work, whoever is named in front', () => {
    const [mobile, work] = ['Person - Phone - Mobile', 'Person - Phone - Work'].map(
      (header) => roleOfHeader(header, importDescriptors.contacts.roles)?.rank ?? 0,
    )
    expect(mobile).toBeLessThan(work ?? 0)
  })

  test.each([
    ['Company'],
    ['Organization - Name'],
    ['Organization - Phone'],
    ['Tel. Fax'],
    ['WhatsApp'],
    ['WHATSAPP'],
    ['WhatsApp Number'],
    ['Phone (WhatsApp)'],
    ['Telegram'],
    ['Telegram Phone'],
    ['Viber Mobile'],
    ['Fax Phone'],
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
    expect(roleOfHeader(header, importDescriptors.contacts.roles)).toBeNull()
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
    expect(roleOfHeader(header, importDescriptors.consent.roles)?.role).toBe('consent')
  })

  test.each([
    ['No SMS'],
    ['Keine SMS'],
    ['Pas de SMS'],
    ['Sin SMS'],
    ['Baja SMS'],
    ['Opt-out'],
    ['Unsubscribed'],
    ['Désinscrite'],
    ['Unsubscribed from all'],
  ])('"%s" is a refusal', (header) => {
    expect(roleOfHeader(header, importDescriptors.consent.roles)?.role).toBe('optedOut')
    expect(roleOfHeader(header, importDescriptors.contacts.roles)?.role).toBe('optedOut')
  })

  test.each([['No SMS consent'], ['Consent withdrawn'], ['SMS consent pending'], ['Call consent'], ['Double opt-in'], ['Opt-ins']])(
    '"%s" is a question to the person',
    (header) => {
      expect(roleOfHeader(header, importDescriptors.consent.roles)).toBeNull()
      expect(consentQuestion(header)).not.toBeNull()
    },
  )

  test.each([
    ['Consent'],
    ['Marketing opt-in'],
    ['Opt-in status'],
    ['Consent status'],
    ['Has consented'],
    ['Consent given?'],
    ['Customer consent (Y/N)'],
    ['Einwilligung erteilt'],
    ['Consentement du client'],
    ['Consentimiento comercial'],
  ])('"%s" is general, and permission', (header) => {
    expect(roleOfHeader(header, importDescriptors.consent.roles)).toMatchObject({ role: 'consent', isClear: false })
  })

  test('what numbers or describes a consent is no consent', () => {
    for (const header of ['Consent ID', 'Consent version', 'SMS opt-in keyword'])
      expect([header, roleOfHeader(header, importDescriptors.consent.roles)?.role]).toEqual([header, 'evidence'])
  })

  test('in a list of nothing but consent, how and when it came about is its evidence', () => {
    for (const header of ['How', 'When', 'Proof', 'Via', 'Method', 'Answered on', 'Date signed', 'Response date']) {
      expect([header, roleOfHeader(header, importDescriptors.consent.roles)?.role]).toEqual([header, 'evidence'])
      expect([header, roleOfHeader(header, importDescriptors.contacts.roles)?.role === 'evidence']).toEqual([header, false])
    }
  })

  test.each([['opt_out_date'], ['Unsubscribed at']])('"%s" says when somebody refused', (header) => {
    expect(roleOfHeader(header, importDescriptors.contacts.roles)?.role).toBe('optedOutDate')
  })

  test.each([['SMS Status'], ['Text opt in / out'], ['Opt-in / opt-out']])('of "%s" the values tell', (header) => {
    expect(roleOfHeader(header, importDescriptors.contacts.roles)?.role).toBe('consentStatus')
  })

  test.each([['SMS Count'], ['Last SMS'], ['SMS Received'], ['Number of texts']])('"%s" says nothing of it', (header) => {
    expect(roleOfHeader(header, importDescriptors.consent.roles)).toBeNull()
    expect(consentQuestion(header)).toBeNull()
  })
})
