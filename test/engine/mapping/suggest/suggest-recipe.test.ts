import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import { suggestKind } from '../../../../src-main/engine/mapping/suggest/suggest-kind.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { account, columnsNamed } from '../mapping-case.ts'
import { portion } from '../../../helpers/portion.ts'

/** A file of one row, by column name. */
function fileOf(cells: Record<string, string>) {
  return { columns: columnsNamed(...Object.keys(cells)), rows: [{ line: 2, cells: Object.values(cells) }] }
}

function suggest(cells: Record<string, string>, kind?: ImportKind) {
  const file = fileOf(cells)
  return suggestRecipe({ kind: kind ?? suggestKind(file.columns, file.rows), ...file, account })
}

/** Fields as `target: columns`, for short expectations. */
function fieldsOf(suggestion: ReturnType<typeof suggestRecipe>): Record<string, string[]> {
  return Object.fromEntries(suggestion.recipe.fields.map((rule) => [rule.to, rule.from ?? []]))
}

describe('the exports of five programs', () => {
  test('HubSpot', () => {
    const suggestion = suggest({
      'Record ID': '51', 'First Name': 'Anna', 'Last Name': 'Lee', Email: 'a@example.com', 'Phone Number': '+1 202 555 0123',
      'Mobile Phone Number': '(202) 555-0177', 'Contact owner': 'Joe', 'Lead Status': 'New', 'Create Date': '2024-03-12 14:05',
      'Unsubscribed from all email': 'No', 'Marketing contact status': 'Marketing contact', 'Account ID': 'A-1',
    }) // prettier-ignore
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Mobile Phone Number', otherColumns: ['Phone Number'] })
    expect(fieldsOf(suggestion)).toEqual({ name: ['First Name', 'Last Name'], email: ['Email'], 'custom:cf-account': ['Account ID'] })
    expect(suggestion.columns.find(({ name }) => name === 'Unsubscribed from all email')).toMatchObject({
      target: null,
      confidence: 'guess',
      reason: expect.stringContaining('another way of contact'),
    })
  })

  test('Salesforce reports', () => {
    const suggestion = suggest({
      Salutation: 'Ms.', 'First Name': 'Anna', 'Last Name': 'Lee', Title: 'CEO', 'Account Name': 'Acme', Phone: '(202) 555-0123', Fax: '(202) 555-0124',
      Mobile: '(202) 555-0177', Email: 'a@example.com', Description: 'likes tea', 'Email Opt Out': '0', 'Do Not Call': '1',
    }) // prettier-ignore
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Mobile', otherColumns: ['Phone'] })
    expect(fieldsOf(suggestion)).toEqual({ name: ['First Name', 'Last Name'], email: ['Email'], notes: ['Description'] })
  })

  test('Salesforce Data Loader, whose Name is filled', () => {
    const suggestion = suggest({
      ID: '0035', ACCOUNTID: '001', LASTNAME: 'Lee', FIRSTNAME: 'Anna', NAME: 'Anna Lee', PHONE: '(202) 555-0123', MOBILEPHONE: '(202) 555-0177',
      ASSISTANTPHONE: '2025550100', EMAIL: 'a@example.com', HASOPTEDOUTOFEMAIL: 'false', SMS_Opt_Out__c: 'true',
    }) // prettier-ignore
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'MOBILEPHONE', otherColumns: ['PHONE'] })
    expect(fieldsOf(suggestion)).toEqual({
      name: ['NAME'],
      email: ['EMAIL'],
      consent: ['SMS_Opt_Out__c'],
      'custom:cf-account': ['ACCOUNTID'],
    })
    expect(suggestion.recipe.fields.find(({ to }) => to === 'consent')?.values).toEqual({ true: false, false: null })
  })

  test('Google Contacts, whose labels say which phone is mobile', () => {
    const suggestion = suggest({
      'First Name': 'Anna', 'Last Name': 'Lee', 'Phonetic First Name': '', 'File As': '', Notes: 'hello', Labels: 'Friends ::: * myContacts',
      'E-mail 1 - Label': '*', 'E-mail 1 - Value': 'a@example.com', 'Phone 1 - Label': 'Work', 'Phone 1 - Value': '+1 202 555 0123',
      'Phone 2 - Label': 'Mobile', 'Phone 2 - Value': '+1 202 555 0177',
    }) // prettier-ignore
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Phone 2 - Value' })
    expect(fieldsOf(suggestion)).toEqual({
      name: ['First Name', 'Last Name'],
      email: ['E-mail 1 - Value'],
      tags: ['Labels'],
      notes: ['Notes'],
    })
  })

  test('Google Contacts as it used to be', () => {
    const suggestion = suggest({
      Name: 'Anna Lee',
      'Given Name': 'Anna',
      'Family Name': 'Lee',
      'Group Membership': '* myContacts',
      'Phone 1 - Type': 'Mobile',
      'Phone 1 - Value': '+1 202 555 0123',
    })
    expect(fieldsOf(suggestion)).toEqual({ name: ['Name'], tags: ['Group Membership'] })
  })

  test('Outlook', () => {
    const suggestion = suggest({
      'First Name': 'Anna', 'Last Name': 'Lee', 'E-mail Address': 'a@example.com', 'E-mail Type': 'SMTP', 'E-mail Display Name': 'Anna Lee',
      'Business Fax': '2025550109', 'Business Phone': '2025550100', 'Car Phone': '', 'Company Main Phone': '2025550101', 'Home Phone': '2025550123',
      'Mobile Phone': '(202) 555-0177', 'Other Phone': '', Pager: '2025550108', "Assistant's Phone": '2025550107', Categories: 'VIP;Lead', Notes: 'x', Private: 'FALSE',
    }) // prettier-ignore
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Mobile Phone', otherColumns: ['Home Phone'] })
    expect(fieldsOf(suggestion)).toEqual({
      name: ['First Name', 'Last Name'],
      email: ['E-mail Address'],
      tags: ['Categories'],
      notes: ['Notes'],
    })
  })

  test('Mailchimp', () => {
    const suggestion = suggest({
      'Email Address': 'a@example.com', 'First Name': 'Anna', 'Last Name': 'Lee', 'Phone Number': '(202) 555-0123', 'SMS Phone': '+12025550177',
      MEMBER_RATING: '2', OPTIN_TIME: '2024-01-01 00:00:00', OPTIN_IP: '', LEID: '1', NOTES: '', TAGS: '"a","b"',
    }) // prettier-ignore
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'SMS Phone', otherColumns: ['Phone Number'] })
    expect(fieldsOf(suggestion)).toEqual({ name: ['First Name', 'Last Name'], email: ['Email Address'], tags: ['TAGS'], notes: ['NOTES'] })
  })
})

describe('other languages', () => {
  test.each<[string, Record<string, string>, string, string[]]>([
    [
      'German',
      { Vorname: 'Anna', Nachname: 'Lee', 'Telefon privat': '2125550100', Mobiltelefon: '2025550123' },
      'Mobiltelefon',
      ['Vorname', 'Nachname'],
    ],
    ['French', { Prénom: 'Anna', Nom: 'Lee', 'Téléphone portable': '2025550123' }, 'Téléphone portable', ['Prénom', 'Nom']],
    ['Spanish', { Nombre: 'Anna', Apellidos: 'Lee', 'Teléfono móvil': '2025550123' }, 'Teléfono móvil', ['Nombre', 'Apellidos']],
    ['French whole name', { Nom: 'Anna Lee', Portable: '2025550123' }, 'Portable', ['Nom']],
    ['Spanish whole name', { Nombre: 'Anna Lee', Celular: '2025550123' }, 'Celular', ['Nombre']],
  ])('%s', (_language, cells, phone, name) => {
    const suggestion = suggest(cells, 'contacts')
    expect(suggestion.recipe.match.column).toBe(phone)
    expect(fieldsOf(suggestion).name).toEqual(name)
  })
})

describe('consent', () => {
  test('is taken from a column about texts, with its words and how it came about', () => {
    const suggestion = suggest({
      'Mobile Phone': '2025550123',
      'Email Opt In': 'Yes',
      'SMS Consent': 'Yes',
      'SMS Consent Date': '2024-01-01',
      Source: 'Web form',
    })
    expect(suggestion.recipe.kind).toBe('consent')
    expect(suggestion.recipe.fields).toEqual([
      { to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false }, unconfirmed: true },
      { to: 'evidence', from: ['SMS Consent Date', 'Source'] },
    ])
  })

  test('every column that refuses is heard beside one that permits', () => {
    const cells = {
      Mobile: '2025550123',
      Email: 'a@example.com',
      'SMS Consent': 'Yes',
      'Do Not Text': 'Yes',
      'SMS Status': 'Unsubscribed',
      opt_out_date: '2024-02-01',
      SMS_BLACKLISTED: '1',
    }
    for (const kind of ['contacts', 'consent'] as const) {
      expect(suggest(cells, kind).recipe.fields.filter(({ to }) => to === 'consent')).toEqual([
        { to: 'consent', from: ['SMS Consent'], values: { Yes: true, No: false }, unconfirmed: true },
        { to: 'consent', from: ['SMS Status'], values: { Unsubscribed: false, Subscribed: true }, unconfirmed: true },
        { to: 'consent', from: ['Do Not Text'], values: { Yes: false, No: null } },
        { to: 'consent', from: ['SMS_BLACKLISTED'], values: { 1: false, 0: null } },
        { to: 'consent', from: ['opt_out_date'], filled: false },
      ])
    }
  })

  test('beside e-mail addresses, what does not name texts is a question, unless something else gives permission for them', () => {
    const of = (cells: Record<string, string>) => fieldsOf(suggest({ Mobile: '2025550123', Email: 'a@example.com', ...cells }, 'contacts'))
    expect(of({ 'Opted In': 'Yes', Unsubscribed: 'No' })).toEqual({ email: ['Email'] })
    const both = { Mobile: '2025550123', Email: 'a@example.com', 'SMS consent': 'Yes', 'Opted In': 'Yes' }
    expect(suggest(both).recipe.fields.filter(({ to }) => to === 'consent')).toEqual([
      { to: 'consent', from: ['SMS consent'], values: { Yes: true, No: false }, unconfirmed: true },
      { to: 'consent', from: ['Opted In'], values: { Yes: null, No: false } },
    ])
  })

  test('a header in doubt is a question, whatever its values', () => {
    const { recipe, columns } = suggest({ Mobile: '2025550123', 'SMS Opt-In Failed': 'Yes' }, 'consent')
    expect(recipe.fields).toEqual([])
    expect(columns[1]).toMatchObject({
      target: null,
      confidence: 'guess',
      reason:
        '"failed" says that something happened, not that somebody agreed. Does "SMS Opt-In Failed" tell whether the contact agreed to texts?',
    })
  })

  test('of an opt-out column is only taken back: not having opted out is no consent', () => {
    expect(suggest({ Mobile: '2025550123', 'Opted Out': 'N' }).recipe.fields).toEqual([
      { to: 'consent', from: ['Opted Out'], values: { N: null, Y: false } },
    ])
  })

  test.each([
    'HasOptedOutOfEmail',
    'Email Opt Out',
    'E-Mail Opt-in',
    'Newsletter consent',
    'Opted out of email: Marketing',
    'DoNotCall',
    'OPTIN_TIME',
    'Opt-in / opt-out',
    'Cookie consent',
  ])('is never taken from %s', (header) => {
    const suggestion = suggest({ Mobile: '2025550123', [header]: 'Yes' }, 'consent')
    expect(fieldsOf(suggestion)).toEqual({})
    expect(suggestion.columns[1]?.target).toBeNull()
    expect(suggest({ Mobile: '2025550123', [header]: 'Yes' }, 'contacts').recipe.fields).toEqual([])
  })
})

describe('nothing risky by guess', () => {
  test('a flag needs a clear header and known words', () => {
    expect(fieldsOf(suggest({ Mobile: '2025550123', Blocked: 'Yes' }, 'contacts'))).toEqual({ blocked: ['Blocked'] })
    for (const [header, cell] of [
      ['Blocked', 'perhaps'],
      ['Status', 'blocked'],
      ['Active', 'No'],
      ['Unsubscribed', 'perhaps later'],
    ] as const) {
      expect(fieldsOf(suggest({ Mobile: '2025550123', Email: 'a@example.com', [header]: cell }, 'contacts'))).toEqual({ email: ['Email'] })
    }
  })

  test('a list of new clients gets its names from the column "Client"', () => {
    const suggestion = suggest({
      Client: 'Anna Lee', Phone: '(202) 555-0123', 'E-mail': 'a@example.com', 'OK to text': 'Yes', Notes: 'likes tea',
    }) // prettier-ignore
    expect(suggestion.recipe.fields.find(({ to }) => to === 'name')).toEqual({ to: 'name', from: ['Client'], overwrite: 'ifEmpty' })
    expect(fieldsOf(suggestion)).toMatchObject({ email: ['E-mail'], notes: ['Notes'] })
  })

  test('words that are not known stay out of the map and so become issues', () => {
    const file = {
      columns: columnsNamed('Mobile', 'Blocked'),
      rows: ['Yes', 'maybe', 'yes'].map((word, index) => ({ line: index + 2, cells: ['2025550123', word] })),
    }
    const { recipe } = suggestRecipe({ kind: 'contacts', ...file, account })
    expect(recipe.fields).toEqual([{ to: 'blocked', from: ['Blocked'], values: { Yes: true, No: false } }])
    const mapping = compileRecipe(recipe, file.columns, account)
    expect(file.rows.map((row) => mapping.mapRow(row).issues.length)).toEqual([0, 1, 0])
  })
})

describe('a number that several people may share', () => {
  const phones = {
    'Mobile Phone': '(202) 555-0177',
    'Home Phone': '(212) 555-0100',
    Phone: '(202) 555-0100',
    'Business Phone': '(202) 555-0101',
    'Other Phone': '(202) 555-0102',
  }

  test('never stands in for a blank mobile number, and the column says why', () => {
    const { recipe, columns } = suggest(phones, 'contacts')
    expect(recipe.match).toEqual({ by: 'phone', column: 'Mobile Phone', otherColumns: ['Phone', 'Home Phone'] })
    for (const name of ['Business Phone', 'Other Phone']) {
      expect(columns.find((column) => column.name === name)).toMatchObject({
        target: null,
        reason: expect.stringContaining('several people may share this number'),
      })
    }
    expect(suggest({ ...phones, 'Mobile Phone': '', 'Home Phone': '', Phone: '' }, 'contacts').recipe.match).toEqual({
      by: 'phone',
      column: 'Mobile Phone',
    })
  })

  const match = (rows: readonly (readonly string[])[]) => {
    const columns = columnsNamed('Mobile', 'Phone', 'Home Phone')
    const file = { columns, rows: rows.map((cells, at) => ({ line: at + 2, cells: [...cells] })) }
    return suggestRecipe({ kind: 'contacts', ...file, account })
  }
  const [ann, ben] = ['(202) 555-0171', '(202) 555-0172']
  const [one, two, three, four] = ['(212) 555-0101', '(212) 555-0102', '(212) 555-0103', '(212) 555-0104']

  test('is told by the values: the same in rows of different people, or the mobile number of somebody else', () => {
    expect(match([[ann, one, two], [ben, three, four]]).recipe.match.otherColumns).toEqual(['Phone', 'Home Phone']) // prettier-ignore
    expect(match([[ann, one, two], [ben, three, two]]).recipe.match.otherColumns).toEqual(['Phone']) // prettier-ignore
    expect(match([[ann, one, two], ['', '+1 212-555-0101', three]]).recipe.match.otherColumns).toEqual(['Home Phone']) // prettier-ignore
    expect(match([['', one, two], ['', one, three]]).recipe.match.otherColumns).toEqual(['Home Phone']) // prettier-ignore
    const { recipe, columns } = match([[ann, one, two], [ben, three, ann]]) // prettier-ignore
    expect(recipe.match.otherColumns).toEqual(['Phone'])
    expect(columns[2]).toMatchObject({ target: null, reason: expect.stringContaining('several people in the file share numbers of it') })
  })

  test('is not told by rows of one person, by extensions, or by the mobile number written again', () => {
    expect(match([[ann, ann, two], [ben, ben, three]]).recipe.match.otherColumns).toEqual(['Phone', 'Home Phone']) // prettier-ignore
    expect(match([[ann, one, two], [ann, one, two], [ben, '12', three], ['', '12', four]]).recipe.match.otherColumns).toEqual(['Phone', 'Home Phone']) // prettier-ignore
  })

  test('of a person stands in where the file has no mobile numbers at all', () => {
    const { 'Mobile Phone': _, ...others } = phones
    expect(suggest(others, 'contacts').recipe.match).toEqual({
      by: 'phone',
      column: 'Phone',
      otherColumns: ['Home Phone', 'Other Phone'],
    })
  })

  test('is told by the labels of Google Contacts', () => {
    const google = (label: string) =>
      suggest(
        {
          'Phone 1 - Label': 'Mobile',
          'Phone 1 - Value': '+1 202 555 0177',
          'Phone 2 - Label': label,
          'Phone 2 - Value': '+1 202 555 0100',
        },
        'contacts',
      ).recipe.match.otherColumns
    expect(google('Home')).toEqual(['Phone 2 - Value'])
    expect(google('Work')).toBeUndefined()
    expect(google('Main')).toBeUndefined()
    expect(google('')).toEqual(['Phone 2 - Value'])
  })
})

describe('a look at the values', () => {
  test('finds phone and e-mail without a header', () => {
    const suggestion = suggest({ 'Column 1': 'Anna Lee', 'Column 2': '(202) 555-0123', 'Column 3': 'a@example.com' }, 'contacts')
    expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Column 2' })
    expect(fieldsOf(suggestion)).toEqual({ email: ['Column 3'] })
    expect(suggestion.columns.map(({ confidence, target }) => target && confidence)).toEqual([null, 'guess', 'guess'])
  })

  test('passes over a phone column that holds something else, and over blank ones that are not mobile', () => {
    expect(suggest({ Phone: 'iPhone 15', 'Home Phone': '', 'Work Phone': '2025550123' }, 'contacts').recipe.match).toEqual({
      by: 'phone',
      column: 'Work Phone',
    })
    expect(suggest({ 'Home Phone': '2025550123', 'Mobile Phone': '' }, 'contacts').recipe.match).toEqual({
      by: 'phone',
      column: 'Mobile Phone',
      otherColumns: ['Home Phone'],
    })
  })

  test.each(['0151 2345678', '4,91512E+11', '08 11 22 33 44 5'])(
    'keeps to the column that is called a phone number where %s cannot be read as one',
    (number) => {
      const suggestion = suggest({ Vorname: 'Jörg', Telefon: number })
      expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Telefon' })
      expect(suggestion.columns.find(({ name }) => name === 'Telefon')).toMatchObject({
        target: 'match',
        confidence: 'guess',
        reason: expect.stringContaining('country'),
      })
      expect(fieldsOf(suggestion)).toEqual({ name: ['Vorname'] })
    },
  )

  test('takes First and Last for the name together, and neither of them alone', () => {
    expect(fieldsOf(suggest({ First: 'Anna', Last: 'Lee', Mobile: '2025550123' }))).toEqual({ name: ['First', 'Last'] })
    expect(fieldsOf(suggest({ Last: '2026-01-05', Mobile: '2025550123' }, 'contacts'))).toEqual({})
  })

  test('matches by identifier where there is no phone number', () => {
    expect(suggest({ uuid: '0f8fad5b-d9cb-469f-a165-70867728950e', Name: 'Anna' }, 'contacts').recipe.match).toEqual({
      by: 'uuid',
      column: 'uuid',
    })
  })

  test('takes a blank full name for none', () => {
    expect(fieldsOf(suggest({ Name: '', 'First Name': 'Anna', 'Last Name': 'Lee', Phone: '2025550123' }, 'contacts')).name).toEqual([
      'First Name',
      'Last Name',
    ])
  })

  test('gives a link field web addresses only', () => {
    expect(fieldsOf(suggest({ Phone: '2025550123', Profile: 'https://example.com/1' }, 'contacts'))).toEqual({
      'custom:cf-profile': ['Profile'],
    })
    expect(fieldsOf(suggest({ Phone: '2025550123', Profile: 'Premium' }, 'contacts'))).toEqual({})
  })
})

test('a column that only contacts have is said to be left alone by a consent list', () => {
  const [, name] = suggest({ Phone: '2025550123', 'First Name': 'Anna', 'SMS Consent': 'Yes' }).columns
  expect(name).toMatchObject({ target: null, reason: "It belongs to the contact's record, which an import of this kind leaves as it is." })
})

describe('the kind', () => {
  test.each<[ImportKind, Record<string, string>]>([
    ['messages', { From: '+12025550123', Message: 'hello my friend', Date: '2024-01-01' }],
    ['consent', { Phone: '2025550123', Name: 'Anna', 'Opted in': 'Yes' }],
    ['contacts', { Phone: '2025550123', Name: 'Anna', Email: 'a@example.com' }],
    ['contacts', { Phone: '2025550123', Tags: 'a', Notes: 'b', 'SMS Consent': 'Yes' }],
    ['contacts', { Phone: '2025550123', Email: 'a@example.com', Message: 'hello my friend', Date: '2024-01-01' }],
    ['contacts', { Phone: '2025550123', 'Email Opt In': 'Yes' }],
    ['contacts', { 'First Name': 'Anna', 'Last Name': 'Lee', Email: 'a@example.com', Mobile: '2025550123', 'SMS Consent': 'Yes' }],
  ])('%s: %j', (kind, cells) => {
    const file = fileOf(cells)
    expect(suggestKind(file.columns, file.rows)).toBe(kind)
  })
})

test('the message text, its time and its files are found', () => {
  const suggestion = suggest({
    Phone: '+12025550123',
    'Message Body': 'hello my friend',
    'Sent At': '2024-01-01 10:00',
    'Media URL': '',
    Direction: 'in',
  })
  expect(fieldsOf(suggestion)).toEqual({ body: ['Message Body'], sentAt: ['Sent At'], attachments: ['Media URL'] })
})

test('while nobody has said what finds the contact, a column that says what it is keeps its place', () => {
  const history = {
    'Date/Time': '2024-01-01 10:00',
    Message: 'hello my friend',
    Direction: 'Received',
    'Customer #': '5205550100',
    Agent: 'Dana',
  }
  const suggestion = suggest(history, 'messages')
  expect(fieldsOf(suggestion)).toEqual({ body: ['Message'], sentAt: ['Date/Time'] })
  expect(suggestion.recipe.match).toEqual({ by: 'phone', column: 'Agent' })
  expect(suggestion.columns.find(({ name }) => name === 'Agent')).toMatchObject({ target: null, question: 'match' })
})

describe('who wrote a message', () => {
  /** What is suggested for a file whose last column holds these words. */
  function directionOf(header: string, ...words: string[]) {
    const columns = columnsNamed('Phone', 'Body', 'Sent At', header)
    const rows = words.map((word, index) => ({ line: index + 2, cells: ['2025550123', 'hello my friend', '2024-01-01 10:00', word] }))
    const { recipe, columns: told } = suggestRecipe({ kind: 'messages', columns, rows, account })
    return { recipe, columns, rows, only: recipe.only, guess: told[3] }
  }

  test.each<[string, string[], string[]]>([
    ['Direction', ['Inbound', 'Outbound'], ['Inbound']],
    ['Direction', ['outbound-api', 'inbound', 'outbound-reply'], ['inbound']],
    ['Direction', ['Incoming', 'INCOMING', 'Received', 'Outgoing'], ['Incoming', 'Received']],
    ['Richtung', ['Eingehend', 'Ausgehend'], ['Eingehend']],
    ['Sens', ['Reçu', 'Envoyé'], ['Reçu']],
    ['Dirección', ['Entrante', 'Saliente'], ['Entrante']],
    ['Type', ['Received', 'Sent'], ['Received']],
    ['Inbound?', ['X', '', 'x'], ['X']],
    ['Is customer', ['Yes', 'No'], ['Yes']],
    ['Is staff', ['Yes', 'No'], ['No']],
    ['Direzione', ['In entrata', 'In uscita'], ['In entrata']],
    ['Direction', ['In uscita', 'In entrata'], ['In entrata']],
    ['Dirección', ['De entrada', 'De salida'], ['De entrada']],
    ['Sens', ['Entrée', 'Sortie'], ['Entrée']],
    ['Richting', ['Binnenkomend', 'Uitgaand'], ['Binnenkomend']],
    ['Sender', ['Customer', 'Agent'], ['Customer']],
    ['From/To', ['From', 'To'], ['From']],
  ])('is told by %s with %j: only %j is imported', (header, words, wanted) => {
    const { only, guess, recipe, columns, rows } = directionOf(header, ...words)
    expect(only).toEqual({ column: header, is: wanted })
    expect(guess).toMatchObject({ target: 'only' })
    const mapping = compileRecipe(recipe, columns, account)
    expect(rows.flatMap((row) => mapping.mapRow(row).issues)).toEqual([])
  })

  test('is explained, also where words are not known', () => {
    expect(directionOf('Direction', 'Inbound', 'Outbound').guess).toMatchObject({
      confidence: 'sure',
      reason:
        'Rows whose "Direction" is "Inbound" are imported as messages: the contact wrote those. Written as whispers, which only your office sees: "Outbound".',
    })
    const odd = directionOf('Direction', 'Inbound', 'Note')
    expect(odd.only?.is).toEqual(['Inbound'])
    expect(odd.guess).toMatchObject({ confidence: 'likely', reason: expect.stringContaining('not known: "Note"') })
  })

  test.each([
    [['Outgoing', 'Outgoing'], 'your office wrote all of these messages'],
    [['Outgoing', 'Vanaf klant'], 'its words ("Vanaf klant") are not known'],
  ])("where no word of %j is known to be the contact's, is asked: no filter has a word that is not in the file", (words, reason) => {
    const { recipe, only, guess, columns, rows } = directionOf('Direction', ...words)
    expect([only, recipe.direction]).toEqual([undefined, 'unknown'])
    expect(guess).toMatchObject({ target: null, confidence: 'guess', question: 'direction', reason: expect.stringContaining(reason) })
    const mapping = compileRecipe(recipe, columns, account)
    expect(mapping.mapRow(rows[0] ?? { line: 2, cells: [] }).issues).toMatchObject([{ code: 'message.outbound' }])
  })

  test('is told by words further down, too', () => {
    const columns = columnsNamed('Phone', 'Body', 'Direction')
    const rows = [{ line: 2, cells: ['2025550123', 'hello my friend', 'Outgoing'] }]
    const words = new Map([['Direction', ['Outgoing', 'Received', 'INCOMING']]])
    expect(suggestRecipe({ kind: 'messages', columns, rows, words, account }).recipe.only).toEqual({
      column: 'Direction',
      is: ['Received', 'INCOMING'],
    })
  })

  test('is left to the person where no word is known, and said', () => {
    const { only, guess } = directionOf('Direction', '1', '2')
    expect(only).toBeUndefined()
    expect(guess).toMatchObject({
      target: null,
      confidence: 'guess',
      reason: expect.stringContaining('its words ("1", "2") are not known'),
    })
  })

  test('is not read out of columns about something else', () => {
    expect(directionOf('Type', 'SMS', 'MMS').only).toBeUndefined()
    expect(directionOf('Status', 'sent', 'received').only).toBeUndefined()
    const contacts = suggest({ Phone: '2025550123', Name: 'Anna', Direction: 'Inbound' }, 'contacts')
    expect(contacts.recipe.only).toBeUndefined()
  })
})

test('any headers and values give a recipe that fits, each target once, each column told of once', () => {
  const header = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(
      'Name',
      'First Name',
      'Phone',
      'Mobile',
      'Email',
      'Blocked',
      'Opted out',
      'SMS consent',
      'Tags',
      'Labels',
      'Notes',
      'Account ID',
      'Body',
      'Date',
      'Direction',
      'Type',
      'uuid',
      'Archived',
      'SMS opt out',
    ),
  )
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('', 'yes', 'no', 'Inbound', 'Sent', 'Opted in', '2025550123', 'a@example.com', 'https://example.com'),
  )
  fc.assert(
    fc.property(
      fc.constantFrom<ImportKind>('contacts', 'consent', 'whispers', 'messages'),
      fc.uniqueArray(header, { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 4 }),
      (kind, names, cells) => {
        const columns = columnsNamed(...names)
        const { recipe, columns: told } = suggestRecipe({
          kind,
          columns,
          rows: cells.map((row, index) => ({ line: index + 2, cells: row })),
          account,
        })
        expect(recipeSchema.parse(recipe)).toEqual(recipe)
        expect(told.map(({ name }) => name)).toEqual(names)
        const single = recipe.fields.flatMap(({ to }) => (to === 'consent' ? [] : [to]))
        expect(new Set(single).size).toBe(single.length)
        // A consent or message import without its column is for the person to complete.
        if (kind === 'contacts' || recipe.fields.some(({ to }) => to === 'consent' || to === 'body'))
          compileRecipe(recipe, columns, account)
      },
    ),
    { numRuns: portion(400) },
  )
})

test.each<[string, ImportKind, string, string[]]>([
  ['hubspot', 'contacts', 'Phone Number', ['name', 'email', 'tags', 'notes', 'blocked', 'custom:cf-account']],
  ['salesforce', 'contacts', 'Mobile', ['name', 'email', 'tags', 'notes', 'blocked', 'custom:cf-account']],
  ['google-contacts', 'contacts', 'Phone 1 - Value', ['name', 'email', 'tags', 'notes']],
  ['outlook', 'contacts', 'Mobile Phone', ['name', 'email', 'tags', 'notes']],
  ['mailchimp', 'contacts', 'Phone Number', ['name', 'email', 'tags', 'notes', 'blocked', 'custom:cf-account']],
  ['consent-list', 'consent', 'Mobile Phone', ['consent', 'evidence']],
  ['message-history', 'messages', 'Phone', ['body', 'sentAt']],
])('the sample %s is mapped by itself, and nearly all of its rows can be used', (name, kind, phone, targets) => {
  const bytes = readFileSync(new URL(`../../../../resources/samples/${name}.csv`, import.meta.url))
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const text = utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8
  const [header = [], ...lines] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data
  const columns = header.map((cell, index) => ({ index, name: cell === '' ? `Column ${index + 1}` : cell, header: cell, samples: [] }))
  const rows = lines.map((cells, index) => ({ line: index + 2, cells }))
  expect(suggestKind(columns, rows.slice(0, 100))).toBe(kind)
  const { recipe } = suggestRecipe({ kind, columns, rows: rows.slice(0, 100), account })
  expect(recipe.match.column).toBe(phone)
  expect(recipe.fields.map(({ to }) => to)).toEqual(targets)
  const mapping = compileRecipe(recipe, columns, account)
  const imported = rows.map((row) => mapping.mapRow(row)).filter(({ filtered }) => filtered === undefined)
  const usable = imported.filter(({ issues }) => issues.every(({ severity }) => severity !== 'error'))
  expect(imported.length).toBeGreaterThan(200)
  expect(imported.length < rows.length).toBe(kind === 'messages')
  expect(usable.length / imported.length).toBeGreaterThan(0.9)
})

describe('what the values of a column decide, half of them being enough', () => {
  /** A file of these columns, with so many cells each as the longest has. */
  function suggestColumns(cells: Record<string, string[]>, kind: ImportKind = 'contacts') {
    const rows = Array.from({ length: Math.max(...Object.values(cells).map((own) => own.length)) }, (_, at) => ({
      line: at + 2,
      cells: Object.values(cells).map((own) => own[at] ?? ''),
    }))
    return suggestRecipe({ kind, columns: columnsNamed(...Object.keys(cells)), rows, account })
  }
  const phones = ['(202) 555-0123', '(202) 555-0124']
  const about = (suggestion: ReturnType<typeof suggestRecipe>, column: string) => {
    const { target, confidence } = suggestion.columns.find(({ name }) => name === column) ?? {}
    return [target, confidence]
  }

  test('"SMS" is the number where its values are numbers', () => {
    expect(about(suggestColumns({ SMS: [phones[0] ?? '', 'x'] }), 'SMS')).toEqual(['match', 'sure'])
    expect(suggestColumns({ Phone: phones, SMS: ['x', 'y', phones[0] ?? ''] }).recipe.match).toEqual({ by: 'phone', column: 'Phone' })
  })

  test('e-mail addresses under their header, or four of five under none', () => {
    const of = (header: string, ...cells: string[]) => about(suggestColumns({ Phone: phones, [header]: cells }), header)
    expect(of('Email', 'a@example.com', 'x')).toEqual(['email', 'sure'])
    expect(of('Email', 'a@example.com', 'x', 'y')).toEqual([null, 'likely'])
    expect(of('Email', '')).toEqual(['email', 'likely'])
    const four = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']
    expect(of('Column', ...four, 'x')).toEqual(['email', 'guess'])
    expect(of('Column', ...four, 'x', 'y')).toEqual([null, 'likely'])
    // What the header says is something else is no e-mail address, whatever stands there.
    expect(of('Last Name', ...four)[0]).toBeNull()
    expect(suggestColumns({ Phone: phones, Email: four, Column: four }).recipe.fields).toEqual([{ to: 'email', from: ['Email'] }])
  })

  test.each([
    'Emergency Email', 'Spouse Email', 'Contact Owner Email', 'Assigned To', 'Created By', 'Last Email', 'Do Not Email', 'Owner', 'E-Mail Ehepartner', 'Correo del padre',
  ])("%s is not the contact's own e-mail address, whatever stands there", (header) => {
    const four = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']
    expect(about(suggestColumns({ Phone: phones, [header]: four }), header)[0]).toBeNull()
  }) // prettier-ignore

  test.each(['Emergency Phone', 'Spouse Mobile', 'Fax', 'WhatsApp Number', 'Old Phone', 'Previous Mobile', 'Landlord'])(
    '%s is never taken for the number by its values',
    (header) => {
      const { recipe, columns } = suggestColumns({ Name: ['Ann Lee', 'Bob Ray'], [header]: ['(202) 555-0123', '(202) 555-0124'] })
      expect(recipe.match.column).toBe('Name')
      expect(columns[1]).toMatchObject({ name: header, target: null })
    },
  )

  test.each(['(212)736-5001', '1-212-736-5001', '1 (212) 736-5001', '(212) 736-5001', '212.736.5001'])(
    '%s is a phone number: the mobile one finds the contact, and no blank column does',
    (number) => {
      const other = number.replace('5001', '5002')
      const { recipe } = suggestColumns({ HmPhone: [other, ''], WkPhone: ['', ''], WirelessPhone: [number, other] })
      expect(recipe.match.column).toBe('WirelessPhone')
    },
  )

  test('a phone column whose numbers cannot be read is guessed before a blank one', () => {
    const { recipe, columns } = suggestColumns({ Mobil: ['0171 1234567', '0171 1234568'], 'Telefon geschäftlich': ['', ''] })
    expect(recipe.match).toEqual({ by: 'phone', column: 'Mobil' })
    expect(about({ recipe, columns }, 'Mobil')).toEqual(['match', 'guess'])
  })

  test("Squarespace's Profile Notes are notes", () => {
    expect(about(suggestColumns({ Phone: phones, 'Profile Notes': ['likes tea', ''] }), 'Profile Notes')).toEqual(['notes', 'sure'])
  })

  test('a custom field of web addresses takes a column of which at least half are, or which is blank so far', () => {
    const of = (...cells: string[]) => {
      const [custom] = suggestRecipe({
        kind: 'contacts',
        columns: columnsNamed('Phone', 'Home page'),
        rows: cells.map((cell, at) => ({ line: at + 2, cells: [phones[at % 2] ?? '', cell] })),
        account: { country: 'US', customFields: [{ uuid: 'cf-site', name: 'Home page', dataType: 'link' }] },
      }).recipe.fields
      return custom?.to
    }
    expect(of('https://example.com', 'x')).toBe('custom:cf-site')
    expect(of('https://example.com', 'x', 'y')).toBeUndefined()
    expect(of('')).toBe('custom:cf-site')
  })

  test('a custom field takes one column: the one that is called as it is before one of the same words', () => {
    const field = { uuid: 'cf-account', name: 'Account ID', dataType: 'string' }
    const of = (...names: string[]) =>
      suggestRecipe({
        kind: 'contacts',
        columns: columnsNamed('Phone', ...names),
        rows: [{ line: 2, cells: [phones[0] ?? '', ...names.map(() => 'A-1')] }],
        account: { country: 'US', customFields: [field] },
      })
    const both = of('ID of the Account', 'account_id')
    expect(both.recipe.fields).toEqual([{ to: 'custom:cf-account', from: ['account_id'] }])
    expect(about(both, 'account_id')).toEqual(['custom:cf-account', 'sure'])
    expect(about(of('ID of the Account'), 'ID of the Account')).toEqual(['custom:cf-account', 'likely'])
    expect(of('IDs Account').recipe.fields).toEqual([])
  })

  test('the text of a message is the longest column of several words, where no header says which', () => {
    const body = (cells: Record<string, string[]>) =>
      suggestColumns({ Phone: phones, ...cells }, 'messages').recipe.fields.find(({ to }) => to === 'body')?.from
    const [twenty, more] = ['x'.repeat(18) + ' y', 'x'.repeat(19) + ' y']
    expect(body({ A: [more] })).toEqual(['A'])
    expect(body({ A: [twenty] })).toBeUndefined()
    expect(body({ A: ['x'.repeat(30)] })).toBeUndefined()
    expect(body({ A: [more], B: [`${more} z`] })).toEqual(['B'])
    expect(body({ Message: ['Hi'], B: [`${more} z`] })).toEqual(['Message'])
    expect(suggestColumns({ Phone: phones, Message: ['Hi'], B: [`${more} z`] }, 'messages').recipe.fields).toHaveLength(1)
    expect(body({ 'Sent at': [`2024-03-12 14:05:06 +01:00 Berlin time`] })).toBeUndefined()
  })

  test('the text of a whisper is what is called so, then a message, then notes: one of them', () => {
    const body = (...names: string[]) =>
      suggestColumns({ Phone: phones, ...Object.fromEntries(names.map((name) => [name, ['Called back']])) }, 'whispers').recipe.fields
    expect(body('Notes', 'Message', 'Whisper')).toEqual([{ to: 'body', from: ['Whisper'] }])
    expect(body('Notes', 'Message')).toEqual([{ to: 'body', from: ['Message'] }])
    expect(body('Notes')).toEqual([{ to: 'body', from: ['Notes'] }])
  })

  test('of several columns for a field the first that is filled is taken, or the first where all are blank', () => {
    const email = (...cells: string[]) =>
      suggestColumns({ Phone: phones, ...Object.fromEntries(cells.map((cell, at) => [at === 0 ? 'Email' : `E-mail ${at}`, [cell]])) })
        .recipe.fields
    expect(email('', 'a@example.com')).toEqual([{ to: 'email', from: ['E-mail 1'] }])
    expect(email('a@example.com', '')).toEqual([{ to: 'email', from: ['Email'] }])
    expect(email('', '')).toEqual([{ to: 'email', from: ['Email'] }])
  })

  test('what is left of a kind of which another column was taken says so, half of its values being enough', () => {
    const reason = (...cells: string[]) =>
      suggestColumns({ Phone: phones, Email: ['a@example.com'], Column: cells }).columns.find(({ name }) => name === 'Column')?.reason
    expect(reason('b@example.com', 'x')).toBe('"Email" is used for that already.')
    expect(reason('b@example.com', 'x', 'y')).toBe('Nothing in the service corresponds to it.')
  })

  test('a column that speaks of phones and is half written as numbers is asked about', () => {
    const asks = (...cells: string[]) =>
      suggestColumns({ Phone: phones, 'Emergency Phone': cells }).columns.find(({ name }) => name === 'Emergency Phone')?.question
    expect([asks(phones[0] ?? '', 'x'), asks(phones[0] ?? '', 'x', 'y')]).toEqual(['phone', null])
  })

  test('whoever texts people texts each of them once; other kinds take the last row', () => {
    const text = { Phone: phones, Message: ['Hi there'] }
    expect([suggestColumns(text, 'send').recipe.duplicates, suggestColumns(text).recipe.duplicates]).toEqual(['first', 'last'])
  })

  test('which of day and month comes first is taken from the times of messages, or asked', () => {
    const sent = (...cells: string[]) => {
      const { recipe, columns } = suggestColumns({ Phone: phones, Message: ['Hi there'], 'Sent at': cells }, 'messages')
      const { target, confidence, question } = columns.find(({ name }) => name === 'Sent at') ?? {}
      return [recipe.fields.find(({ to }) => to === 'sentAt')?.steps, target, confidence, question]
    }
    expect(sent('13/4/2024', '3/4/2024')).toEqual([[{ do: 'date', from: 'dayFirst' }], 'sentAt', 'sure', null])
    expect(sent('3/4/2024')).toEqual([undefined, 'sentAt', 'sure', 'dates'])
    expect(sent('2024-03-12')).toEqual([undefined, 'sentAt', 'sure', null])
  })

  test('attachments are web addresses, or nothing so far', () => {
    const target = (...cells: string[]) =>
      about(suggestColumns({ Phone: phones, Message: ['Hi there'], Attachments: cells }, 'messages'), 'Attachments')
    expect(target('x', 'y', 'https://example.com/a.png')).toEqual(['attachments', 'sure'])
    expect(target('x', 'y')).toEqual([null, 'likely'])
    expect(target('')).toEqual(['attachments', 'likely'])
  })

  test('who wrote a message is asked where no column tells, and nowhere else', () => {
    const text = { Phone: phones, Message: ['Hi there'] }
    expect(suggestColumns(text, 'messages').recipe).toMatchObject({ direction: 'unknown' })
    const told = suggestColumns({ ...text, Direction: ['Inbound', 'Outbound'] }, 'messages')
    expect(told.recipe).toMatchObject({ only: { column: 'Direction', is: ['Inbound'] } })
    expect(told.recipe).not.toHaveProperty('direction')
    expect(about(told, 'Direction')).toEqual(['only', 'sure'])
    expect(suggestColumns(text).recipe).not.toHaveProperty('direction')
  })

  test('a file without headers is known by its values alone', () => {
    const columns = ['Column 1', 'Column 2'].map((name, index) => ({ index, name, header: null, samples: [] }))
    const rows = [{ line: 1, cells: ['2025550123', 'a@example.com'] }]
    expect(suggestRecipe({ kind: 'contacts', columns, rows, account }).recipe).toMatchObject({
      match: { column: 'Column 1' },
      fields: [{ to: 'email', from: ['Column 2'] }],
    })
    expect(suggestKind(columns, rows)).toBe('contacts')
  })

  test('a column of the record is left out of what is no list of contacts', () => {
    const reason = (kind: ImportKind, name: string) =>
      suggestColumns({ Phone: phones, [name]: ['x', 'y'] }, kind).columns.find((column) => column.name === name)?.reason
    expect(reason('consent', 'Tags')).toContain("belongs to the contact's record")
    expect(reason('consent', 'Color')).toBe('Nothing in the service corresponds to it.')
    expect(reason('contacts', 'Color')).toBe('Nothing in the service corresponds to it.')
  })
})

test('texts to groups leave from the department for groups where there is one, and from none that a person has not chosen of several', () => {
  const columns = ['Phone', 'Second Phone', 'Message'].map((name, index) => ({ name, header: name, index, samples: [] }))
  const groupOf = (...areForGroups: boolean[]) =>
    suggestRecipe({
      ...{ kind: 'groupSend', columns, rows: [] },
      account: {
        ...{ country: 'US', customFields: [] },
        departments: areForGroups.map((isSmsGroup, at) => ({ uuid: `d${at}`, name: `D${at}`, phone: null, isSmsGroup })),
      },
    }).recipe.group
  expect(groupOf(false, true)).toBe('d1')
  expect([groupOf(), groupOf(false), groupOf(true, true)]).toEqual([undefined, undefined, undefined])
})

test('pictures of texts are taken from a column of links, or an empty one, not from one of words', () => {
  const columns = ['Phone', 'Message', 'Attachments'].map((name, index) => ({ name, header: name, index, samples: [] }))
  const takes = (cell: string) => {
    const rows = [1, 2, 3].map((line) => ({ line, cells: ['202-555-0100', 'Hello there', cell] }))
    const { recipe } = suggestRecipe({ kind: 'send', columns, rows, account: { country: 'US', customFields: [] } })
    return recipe.fields.some(({ to }) => to === 'attachments')
  }
  expect([takes('https://files.example.org/a.png'), takes(''), takes('one picture')]).toEqual([true, true, false])
})
