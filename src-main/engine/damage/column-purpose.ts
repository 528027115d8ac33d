import { importDescriptors } from '../kinds/all-kinds.ts'
import { compactKey } from '../text/headers/name-key.ts'
import { roleOfHeader, type Role } from '../text/headers/header-role.ts'
import type { SourceColumn } from '../model/files/source-schema.ts'

/** What a column's header promises, as far as damage shows itself differently there. */
export type Purpose =
  'phone' | 'email' | 'date' | 'postal' | 'country' | 'region' | 'code' | 'flag' | 'name' | 'body' | 'link' | 'measure' | 'other'

const number =
  /phone|telefon|telephone|telefono|^tel\d*$|^fon$|tel(nr|nummer|no)$|mobil|cellular|^cell|handy|gsm|movil|celular|portable|whatsapp|fax|pager|callback|^isdn$|telex|telnumber/
const notNumber = /type|label|status|consent|opt|date|time|carrier|provider|verified|country|code$|ext(ension)?$|preferred|ok$|phonetic/
const postal =
  /^(.*(zip|zipcode|zippostalcode|postalcode|postcode|plz|postleitzahl|codepostal|codigopostal|codicepostale|postnr)\d*|cp|cap)$/
const country = /country|^land$|^pays$|^pais$|nation/
const region = /^(.*state|.*stateprovince|.*region|.*province|.*provincia|bundesland)$/
const day =
  /date|datum|fecha|birthday|geburtstag|anniversa|naissance|nacimiento|^dob$|created|updated|modified|changed|(sent|received|joined|signed|since)(at|on)?$|time(stamp)?$/
const code = /id\d*$|number$|nummer$|numero$|(?<!pho)no$|nr$|code$|sku$|reference$|^ref|account$|^key$|isbn|serial|policy|invoice|iban/
const measure =
  /latitude|longitude|^lat$|^lng$|^lon$|amount|price|total|sum$|score|percent|rate$|rating|balance|revenue|weight|height|size|umsatz|betrag|preis|montant|importe/
const link = /url|website|webpage|^link|homepage|photo/

export interface ColumnPurpose {
  purpose: Purpose
  /** Of flags, names and numbers, what the mapping would take it for. */
  role: Role | null
  rank: number
}

const flags: readonly Role[] = ['archived', 'blocked', 'unreachable', 'consent', 'optedOut']
const names: readonly Role[] = ['firstName', 'lastName', 'fullName']

export function purposeOf(column: SourceColumn): ColumnPurpose {
  const header = column.header ?? ''
  const contact = roleOfHeader(header, importDescriptors.contacts.roles) ?? roleOfHeader(header, importDescriptors.consent.roles)
  const message = roleOfHeader(header, importDescriptors.messages.roles)
  const found = contact ?? message
  return {
    purpose: purpose(compactKey(header.replace(/__c$/i, '')), contact?.role, message?.role),
    role: found?.role ?? null,
    rank: found?.rank ?? 99,
  }
}

function purpose(key: string, contact: Role | undefined, message: Role | undefined): Purpose {
  if (contact === 'phone') return 'phone'
  if (contact === 'email') return 'email'
  if (contact !== undefined && flags.includes(contact)) return 'flag'
  if (contact !== undefined && names.includes(contact)) return 'name'
  if (message === 'body' || contact === 'notes') return message === 'body' ? 'body' : 'other'
  if (message === 'sentAt') return 'date'
  if (number.test(key) && !notNumber.test(key)) return 'phone'
  if (postal.test(key)) return 'postal'
  if (country.test(key)) return 'country'
  if (region.test(key)) return 'region'
  if (day.test(key)) return 'date'
  if (measure.test(key)) return 'measure'
  if (link.test(key)) return 'link'
  if (code.test(key)) return 'code'
  return 'other'
}
