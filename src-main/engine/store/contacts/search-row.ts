import { createTagsReader, readFlags, readTextMap } from './contact-record.ts'
import type { SearchFlag } from './search-grams.ts'
import { namelessKey, searchText } from './search-text.ts'

/** What is looked for in a contact, in the order of `searchColumns`. */
export type SearchRow = readonly [
  id: number,
  uuid: string,
  nameKey: string,
  phone: string | null,
  phoneRaw: string | null,
  email: string | null,
  known: number,
  tags: string | null,
  customFields: string | null,
  notes: string | null,
]
export const searchColumns = 'id, uuid, name_key, phone, phone_raw, email, known, tags, custom_fields, notes'

/** Before a tag in a text, so that a whole one can be told. */
export const tagSign = '\u0001'

/** Reads what is looked for. A damaged part has no text: it is shown as damaged elsewhere. */
export function createSearchRowReader() {
  const readTags = createTagsReader()
  const tagsOf = (row: SearchRow): string[] => orNothing(() => (row[7] === null ? [] : readTags(row[7], row[1])), [])
  const fieldsOf = (row: SearchRow): Record<string, string> => orNothing(() => (row[8] === null ? {} : readTextMap(row[8], row[1])), {})
  return {
    fieldsOf,
    /** Name, digits of the number, e-mail, tags, custom fields and notes, without case and accents; each with the end of its line. */
    textOf(row: SearchRow): string {
      const [, , nameKey, phone, phoneRaw, email, , , , notes] = row
      const number = phone ?? phoneRaw
      const lines = [
        nameKey === namelessKey ? '' : nameKey,
        number === null ? '' : number.replace(/\D/g, ''),
        searchText(email ?? ''),
        ...tagsOf(row).map((tag) => tagSign + searchText(tag)),
        ...[...Object.values(fieldsOf(row)), notes ?? ''].map(searchText),
      ]
      return lines.map((line) => (line === '' ? '' : `${line}\n`)).join('')
    },
    flagsOf,
  }
}

function flagsOf([, uuid, , , , , known]: SearchRow): SearchFlag[] {
  const record: Parameters<typeof readFlags>[1] = { uuid }
  readFlags(known, record)
  const { consent, blocked, archived, unreachable, reachableBySms } = record
  const flags: SearchFlag[] = [consent === true ? 'agreed' : consent === false ? 'refused' : 'notAsked']
  if (blocked === true) flags.push('blocked')
  if (archived === true) flags.push('archived')
  if (unreachable === true) flags.push('unsubscribed')
  if (reachableBySms === false) flags.push('noSms')
  return flags
}

function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read()
  } catch {
    return nothing
  }
}
