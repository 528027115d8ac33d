import type { FileRow } from '../seed/scenario.ts'
import type { CustomerState } from '../service/service-model.ts'

export type Value = string | boolean | null
export type Fields = Readonly<Record<string, Value>>

/** A contact's fields by the names of Rollcall's changes, comparable: nothing is '', tags are sorted. */
export function fieldsOfState(state: CustomerState): Fields {
  const { name, notes, email, tags, customFields, archived, blocked, unreachable, consent } = state
  const custom = Object.entries(customFields).map(([uuid, value]) => [`custom:${uuid}`, value] as const)
  return {
    name: name ?? '',
    notes: notes ?? '',
    email: email ?? '',
    tags: tags.toSorted().join(' '),
    archived,
    blocked,
    unreachable,
    consent,
    ...Object.fromEntries(custom.filter(([, value]) => value !== '')),
  }
}

/** A contact that was just created. */
export const blankFields: Fields = {
  name: '',
  notes: '',
  email: '',
  tags: '',
  archived: false,
  blocked: false,
  unreachable: false,
  consent: null,
}

/** What a row makes of a field; undefined where it does not touch it. */
export function wanted({ contact = {}, consent }: FileRow, field: string, before: Value): Value | undefined {
  const { tags, customFields = {}, ...plain } = contact
  if (field === 'consent') return consent
  if (field === 'tags') return tags === undefined ? undefined : tagsAfter(String(before ?? ''), tags)
  if (field.startsWith('custom:')) return customFields[field.slice('custom:'.length)]
  return Object.entries(plain).find(([name]) => name === field)?.[1]
}

/** The fields that a row can touch. */
export function touchedFields({ contact = {}, consent }: FileRow): string[] {
  const { customFields = {}, ...plain } = contact
  return [
    ...Object.keys(plain),
    ...Object.keys(customFields).map((uuid) => `custom:${uuid}`),
    ...(consent === undefined ? [] : ['consent']),
  ]
}

function tagsAfter(before: string, { handling, tags }: { handling: string; tags: readonly string[] }): string {
  const has = before.split(' ').filter((tag) => tag !== '')
  const after = handling === 'add' ? [...has, ...tags] : handling === 'remove' ? has.filter((tag) => !tags.includes(tag)) : tags
  return [...new Set(after)].toSorted().join(' ')
}
