import { expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { ImportKind } from '../../../../src-main/engine/model/kinds.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { account, columnsNamed } from '../mapping-case.ts'

/** A cell that suits a header, so that the look at the values has something to see. */
function cellFor(header: string): string {
  if (/uuid/i.test(header)) return '0f8fad5b-d9cb-469f-a165-70867728950e'
  if (/(e-?mail|correo|courriel|posta)(?!.*(opt|list|status|consent|type|source))/i.test(header)) return 'anna@example.com'
  if (
    /fax|phone|mobil|mobiel|cell|tel|handy|portable|movil|móvil|wireless|sms$|whatsapp|landline|gsm|celular|fon|number$|nummer/i.test(
      header,
    ) &&
    !/type|label|extension|country|note|method|status/i.test(header)
  )
    return '(202) 555-0123'
  if (/date|time|created|birth|geburt|nasc|last |_at$/i.test(header) && !/name/i.test(header)) return '2024-03-12'
  if (/\bid\b|_id$|Num$|nr\.?$/i.test(header)) return '2025550188'
  return 'Anna'
}

function mappingOf(headers: readonly string[], kind: ImportKind) {
  const { recipe } = suggestRecipe({
    kind,
    columns: columnsNamed(...headers),
    rows: [{ line: 2, cells: headers.map(cellFor) }],
    account: { ...account, customFields: [] },
  })
  const fields = recipe.fields.filter(({ to }) => !['consent', 'evidence', 'blocked', 'archived', 'unreachable'].includes(to))
  return [
    [recipe.match.column, ...(recipe.match.otherColumns ?? [])].join(' > '),
    ...fields.map(({ to, from }) => `${to}: ${(from ?? []).join(' + ')}`),
  ]
}

/** What a person would make of the exports of programs and of lists in offices: first what finds the contact. */
const exports: [program: string, headers: string, mapping: string[]][] = [
  [
    'HubSpot',
    'Record ID|First Name|Last Name|Email|Phone Number|Mobile Phone Number|Contact owner|Primary Associated Company ID|Lead Status|Create Date',
    ['Mobile Phone Number > Phone Number', 'name: First Name + Last Name', 'email: Email'],
  ],
  [
    'Salesforce',
    'Contact ID|Salutation|First Name|Last Name|Title|Account Name|Mailing City|Phone|Fax|Mobile|Email|Account Owner|Description',
    ['Mobile > Phone', 'name: First Name + Last Name', 'email: Email', 'notes: Description'],
  ],
  [
    'Salesforce Data Loader',
    'Id|FirstName|LastName|AccountId|Phone|MobilePhone|HomePhone|OtherPhone|AssistantPhone|Email',
    ['MobilePhone > Phone > HomePhone', 'name: FirstName + LastName', 'email: Email'],
  ],
  [
    'Google',
    'First Name|Middle Name|Last Name|Nickname|File As|Organization Name|Birthday|Notes|Labels|E-mail 1 - Label|E-mail 1 - Value|Phone 1 - Label|Phone 1 - Value',
    ['Phone 1 - Value', 'name: First Name + Last Name', 'email: E-mail 1 - Value', 'tags: Labels', 'notes: Notes'],
  ],
  [
    'Outlook',
    "First Name|Last Name|Company|Business Fax|Business Phone|Home Phone|Mobile Phone|Assistant's Phone|Pager|Categories|E-mail Address|Notes|Government ID Number",
    ['Mobile Phone > Home Phone', 'name: First Name + Last Name', 'email: E-mail Address', 'tags: Categories', 'notes: Notes'],
  ],
  [
    'Mailchimp',
    'Email Address|First Name|Last Name|Address|Phone Number|MEMBER_RATING|LEID|EUID|NOTES|TAGS',
    ['Phone Number', 'name: First Name + Last Name', 'email: Email Address', 'tags: TAGS', 'notes: NOTES'],
  ],
  [
    'Zoho',
    'Record Id|Contact Owner|First Name|Last Name|Account Name|Email|Phone|Home Phone|Mobile|Assistant|Tag|Description',
    ['Mobile > Phone > Home Phone', 'name: First Name + Last Name', 'email: Email', 'tags: Tag', 'notes: Description'],
  ],
  [
    'Pipedrive',
    'Person - ID|Person - Name|Person - First name|Person - Last name|Person - Organization|Person - Phone - Work|Person - Phone - Mobile|Person - Email - Work|Person - Label|Person - Notes',
    ['Person - Phone - Mobile', 'name: Person - Name', 'email: Person - Email - Work', 'tags: Person - Label', 'notes: Person - Notes'],
  ],
  [
    'Freshsales',
    'First name|Last name|Job title|Emails|Work phone|Mobile|Lists|Tags',
    ['Mobile', 'name: First name + Last name', 'email: Emails', 'tags: Tags'],
  ],
  [
    'ActiveCampaign',
    'ID|Email|First Name|Last Name|Phone|Account|Tags|Lists|Date Created',
    ['Phone', 'name: First Name + Last Name', 'email: Email', 'tags: Tags'],
  ],
  [
    'Klaviyo',
    'Email|Klaviyo ID|First Name|Last Name|Phone Number|City|Date Added',
    ['Phone Number', 'name: First Name + Last Name', 'email: Email'],
  ],
  [
    'Brevo',
    'CONTACT ID|EMAIL|FIRSTNAME|LASTNAME|SMS|LANDLINE_NUMBER|WHATSAPP|ADDED_TIME',
    ['SMS > LANDLINE_NUMBER', 'name: FIRSTNAME + LASTNAME', 'email: EMAIL'],
  ],
  [
    'Constant Contact',
    'Email address|First name|Last name|Company|Phone - mobile|Phone - home|Phone - work|Email Lists|Tags',
    ['Phone - mobile > Phone - home', 'name: First name + Last name', 'email: Email address', 'tags: Tags'],
  ],
  [
    'Square',
    'Reference ID|First Name|Last Name|Email Address|Phone Number|Nickname|Company Name|Memo|Creation Source',
    ['Phone Number', 'name: First Name + Last Name', 'email: Email Address', 'notes: Memo'],
  ],
  [
    'Shopify',
    'Customer ID|First Name|Last Name|Email|Default Address Company|Default Address Phone|Phone|Total Spent|Note|Tags',
    ['Phone > Default Address Phone', 'name: First Name + Last Name', 'email: Email', 'tags: Tags', 'notes: Note'],
  ],
  [
    'WooCommerce',
    'Name|Username|Last Active|Email|Orders|Total spend|Billing Phone|City|Region',
    ['Billing Phone', 'name: Name', 'email: Email'],
  ],
  [
    'Mindbody',
    'ID|First Name|Last Name|Email|Cell Phone|Home Phone|Work Phone|Emergency Contact Phone',
    ['Cell Phone > Home Phone', 'name: First Name + Last Name', 'email: Email'],
  ],
  ['Zenoti', 'Guest Code|First Name|Last Name|Mobile|Email|Gender|Center', ['Mobile', 'name: First Name + Last Name', 'email: Email']],
  [
    'Jane',
    'Patient Number|First Name|Middle Name|Last Name|Preferred Name|Email|Home Phone|Mobile Phone|Work Phone|Fax Phone',
    ['Mobile Phone > Home Phone', 'name: First Name + Last Name', 'email: Email'],
  ],
  [
    'Open Dental',
    'PatNum|LName|FName|MiddleI|Preferred|HmPhone|WkPhone|WirelessPhone|Email|AddrNote',
    ['WirelessPhone > HmPhone', 'name: FName + LName', 'email: Email'],
  ],
  ['Dentrix', 'Patient ID|Last|First|Home Phone|Work Phone|Cell|E-Mail', ['Cell > Home Phone', 'name: First + Last', 'email: E-Mail']],
  [
    'Eaglesoft',
    'Patient Id|First Name|Last Name|Home Phone|Work Phone|Cell Phone|Email Address|Patient Notes',
    ['Cell Phone > Home Phone', 'name: First Name + Last Name', 'email: Email Address', 'notes: Patient Notes'],
  ],
  [
    'athenahealth',
    'patientid|patient lastname|patient firstname|patient homephone|patient mobile no|patient email',
    ['patient mobile no > patient homephone', 'name: patient firstname + patient lastname', 'email: patient email'],
  ],
  [
    'Weave',
    'First Name|Last Name|Mobile Phone|Home Phone|Email|Birthdate',
    ['Mobile Phone > Home Phone', 'name: First Name + Last Name', 'email: Email'],
  ],
  ['Podium', 'name|phone|email|tags|lastInteractionDate', ['phone', 'name: name', 'email: email', 'tags: tags']],
  [
    'Birdeye',
    'Customer Name|Email ID|Phone|Location|Tags|Comments',
    ['Phone', 'name: Customer Name', 'email: Email ID', 'tags: Tags', 'notes: Comments'],
  ],
  [
    'SimpleTexting',
    'Phone|First Name|Last Name|Email|Lists|Notes',
    ['Phone', 'name: First Name + Last Name', 'email: Email', 'tags: Lists', 'notes: Notes'],
  ],
  [
    'EZTexting',
    'Phone Number|First Name|Last Name|Email|Groups|Note',
    ['Phone Number', 'name: First Name + Last Name', 'email: Email', 'tags: Groups', 'notes: Note'],
  ],
  [
    'TextMagic',
    'Phone|First name|Last name|Company|Email|Lists|Country',
    ['Phone', 'name: First name + Last name', 'email: Email', 'tags: Lists'],
  ],
  [
    'OpenPhone',
    'First name|Last name|Company|Role|Phone number|Email|Notes',
    ['Phone number', 'name: First name + Last name', 'email: Email', 'notes: Notes'],
  ],
  [
    'Dialpad',
    'display_name|first_name|last_name|primary_email|primary_phone|company_name',
    ['primary_phone', 'name: display_name', 'email: primary_email'],
  ],
  [
    'RingCentral',
    'First Name|Last Name|Company|Mobile Phone|Business Phone|Home Phone|Email|Notes',
    ['Mobile Phone > Home Phone', 'name: First Name + Last Name', 'email: Email', 'notes: Notes'],
  ],
  [
    'Zendesk',
    'Name|Email|External ID|Phone|Tags|Notes|Organization',
    ['Phone', 'name: Name', 'email: Email', 'tags: Tags', 'notes: Notes'],
  ],
  ['Intercom', 'Name|Email|User ID|Phone|Tag|Last seen', ['Phone', 'name: Name', 'email: Email', 'tags: Tag']],
  [
    'Airtable',
    'Name|Mobile number|Email|Notes|Tags|Status|Attachment Summary',
    ['Mobile number', 'name: Name', 'email: Email', 'tags: Tags', 'notes: Notes'],
  ],
  ['Notion', 'Name|Phone|Email|Tags|Company|Created time', ['Phone', 'name: Name', 'email: Email', 'tags: Tags']],
  [
    'iCloud',
    'First name|Last name|Phone (mobile)|Phone (home)|Email (home)|Note',
    ['Phone (mobile) > Phone (home)', 'name: First name + Last name', 'email: Email (home)', 'notes: Note'],
  ],
  [
    'Android',
    'Display Name|Given Name|Family Name|Mobile Phone|Home Phone|Home Email|Notes',
    ['Mobile Phone > Home Phone', 'name: Display Name', 'email: Home Email', 'notes: Notes'],
  ],
  [
    'German',
    'Kd-Nr.|Name|Vorname|Straße|PLZ|Telefon privat|Handynummer|E-Mail-Adresse|Bemerkungen|Gruppe',
    ['Handynummer > Telefon privat', 'name: Vorname + Name', 'email: E-Mail-Adresse', 'tags: Gruppe', 'notes: Bemerkungen'],
  ],
  [
    'French',
    'N° client|Nom|Prénom|Téléphone fixe|Téléphone portable|Courriel|Remarques',
    ['Téléphone portable > Téléphone fixe', 'name: Prénom + Nom', 'email: Courriel', 'notes: Remarques'],
  ],
  [
    'Spanish',
    'Nombre|Apellido 1|Apellido 2|Teléfono fijo|Teléfono móvil|Correo electrónico|Observaciones',
    ['Teléfono móvil > Teléfono fijo', 'name: Nombre + Apellido 1 + Apellido 2', 'email: Correo electrónico', 'notes: Observaciones'],
  ],
  [
    'Italian',
    'Cognome|Nome|Telefono|Cellulare|Indirizzo e-mail|Note|Codice fiscale',
    ['Cellulare > Telefono', 'name: Nome + Cognome', 'email: Indirizzo e-mail', 'notes: Note'],
  ],
  [
    'Portuguese',
    'Nome|Sobrenome|Telefone fixo|Telemóvel|E-mail|Observações|Data de nascimento',
    ['Telemóvel > Telefone fixo', 'name: Nome + Sobrenome', 'email: E-mail', 'notes: Observações'],
  ],
  [
    'Brazilian',
    'Nome completo|Celular|Telefone comercial|Email|Etiquetas',
    ['Celular', 'name: Nome completo', 'email: Email', 'tags: Etiquetas'],
  ],
  [
    'Dutch',
    'Voornaam|Tussenvoegsel|Achternaam|Telefoon thuis|Mobiel|E-mailadres|Opmerkingen|Geboortedatum',
    ['Mobiel > Telefoon thuis', 'name: Voornaam + Tussenvoegsel + Achternaam', 'email: E-mailadres', 'notes: Opmerkingen'],
  ],
  ['mixed', 'Name|Prénom|Tel. privat|Natel', ['Natel > Tel. privat', 'name: Prénom + Name']],
]

test.each(exports)('%s', (_program, headers, mapping) => {
  expect(mappingOf(headers.split('|'), 'contacts').sort()).toEqual([...mapping].sort())
})

test('a last name alone is offered, and not mapped', () => {
  for (const header of ['Last Name', 'Nachname', 'Apellidos', 'Cognome', 'Sobrenome', 'Achternaam']) {
    const { recipe, columns } = suggestRecipe({
      kind: 'contacts',
      columns: columnsNamed(header, 'Phone'),
      rows: [{ line: 2, cells: ['Lee', '(202) 555-0123'] }],
      account,
    })
    expect(recipe.fields).toEqual([])
    expect(columns[0]).toMatchObject({ target: null, others: [{ target: 'name' }] })
  }
})

test('a name that holds the first name is the whole one', () => {
  const { recipe } = suggestRecipe({
    kind: 'contacts',
    columns: columnsNamed('Name', 'First Name', 'Phone'),
    rows: [{ line: 2, cells: ['Anna Lee', 'Anna', '(202) 555-0123'] }],
    account,
  })
  expect(recipe.fields).toEqual([{ to: 'name', from: ['Name'] }])
})

test('figures alone are no phone numbers', () => {
  for (const header of ['Product', 'Primary Associated Company ID', 'Record', 'Invoice']) {
    const { columns } = suggestRecipe({
      kind: 'contacts',
      columns: columnsNamed(header, 'Notes'),
      rows: [{ line: 2, cells: ['9205550123', 'x'] }],
      account,
    })
    expect(columns[0]).toMatchObject({ target: null, others: [] })
  }
})

test('the identifier comes first, and then phone numbers', () => {
  const { recipe } = suggestRecipe({
    kind: 'contacts',
    columns: columnsNamed('uuid', 'Mobile', 'Phone', 'Home Phone', 'Name'),
    rows: [{ line: 2, cells: ['0f8fad5b-d9cb-469f-a165-70867728950e', '(202) 555-0123', '', '(202) 555-0124', 'Anna'] }],
    account,
  })
  expect(recipe.match).toEqual({ by: 'uuid', column: 'uuid', phoneColumns: ['Mobile', 'Home Phone'] })
  const mapping = compileRecipe(recipe, columnsNamed('uuid', 'Mobile', 'Phone', 'Home Phone', 'Name'), account)
  expect(mapping.mapRow({ line: 2, cells: ['0f8fad5b-d9cb-469f-a165-70867728950e', '(202) 555-0123', '', '', 'Anna'] }).key).toMatchObject({
    by: 'uuid',
  })
  expect(mapping.mapRow({ line: 3, cells: ['', '', '', '(202) 555-0124', 'Anna'] }).key).toEqual({ by: 'phone', phone: '+12025550124' })
})

test('a landline gives way to a mobile number further on, and only to that', () => {
  const columns = columnsNamed('Telefon', 'Mobil')
  const mapping = compileRecipe(
    recipeSchema.parse({
      version: 1,
      name: 'x',
      kind: 'contacts',
      match: { by: 'phone', column: 'Telefon', country: 'DE', otherColumns: ['Mobil'] },
      fields: [{ to: 'notes', value: 'x' }],
    }),
    columns,
    account,
  )
  const keyOf = (...cells: string[]) => mapping.mapRow({ line: 2, cells }).key
  expect(keyOf('030 12345678', '0151 12345678')).toEqual({ by: 'phone', phone: '+4915112345678' })
  expect(keyOf('030 12345678', '')).toEqual({ by: 'phone', phone: '+493012345678' })
  expect(keyOf('030 12345678', '040 12345678')).toEqual({ by: 'phone', phone: '+493012345678' })
  expect(keyOf('0152 12345678', '0151 12345678')).toEqual({ by: 'phone', phone: '+4915212345678' })
  expect(keyOf('', '0151 12345678')).toEqual({ by: 'phone', phone: '+4915112345678' })
})

test('texts of Twilio go by the number they are from', () => {
  expect(mappingOf('From|To|Body|Status|SentDate|ApiVersion|NumSegments|AccountSid|Direction|Price'.split('|'), 'messages')[0]).toBe('From')
})

test.each([
  ['Mobile Phone Number|Phone Number', 'Mobile Phone Number > Phone Number'],
  ['Phone|Mobile Phone|Name', 'Mobile Phone > Phone'],
  ['Main Phone #|Mobile Phone #|Work Phone #', 'Mobile Phone # > Main Phone #'],
  ['Home Number|Mobile Number', 'Mobile Number > Home Number'],
  ['Contact Number|Mobile Number|Secondary Mobile', 'Mobile Number > Secondary Mobile > Contact Number'],
  ['Telefon|Handy', 'Handy > Telefon'],
  ['Handy|Festnetz', 'Handy > Festnetz'],
  ['Cellulare|Telefono', 'Cellulare > Telefono'],
  ['Teléfono|Móvil', 'Móvil > Teléfono'],
  ['Portable|Fixe', 'Portable > Fixe'],
  ['Celular|Telefone', 'Celular > Telefone'],
  ['Mobiel|Telefoon', 'Mobiel > Telefoon'],
  ['Mobile Phone|Business Phone|Fax Phone|Assistant Phone', 'Mobile Phone'],
])('%s: phone first, then the next column of phones that are each their own', (headers, match) => {
  const names = headers.split('|')
  const rows = [0, 1, 2].map((row) => ({ line: row + 2, cells: names.map((_, at) => `(202) 555-01${row}${at}`) }))
  const { recipe } = suggestRecipe({ kind: 'contacts', columns: columnsNamed(...names), rows, account })
  expect([recipe.match.column, ...(recipe.match.otherColumns ?? [])].join(' > ')).toBe(match)
})

test('more exports than 40', () => expect(exports.length).toBeGreaterThanOrEqual(40))
