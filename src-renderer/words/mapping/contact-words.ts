import type { FieldChange, FieldValue, PreviewedContact } from '../../../src-main/engine/contract.ts'

/** What becomes of a contact, as its card says it. */
export function outcomeOf({ class: rowClass, isKnown, reason, issues }: PreviewedContact): {
  text: string
  tone: string
  why: string | null
} {
  switch (rowClass) {
    case 'send':
      if (isKnown === null) return { text: 'Not looked up yet', tone: '', why: null }
      return isKnown ? { text: 'Updated', tone: '', why: null } : { text: 'New', tone: 'accent', why: null }
    case 'held':
      return { text: 'Needs your OK', tone: 'warn', why: reason }
    case 'invalid':
      return { text: 'Can’t be used', tone: 'bad', why: issues.find(({ severity }) => severity === 'error')?.message ?? reason }
    case 'skipped':
      return { text: 'Left out', tone: '', why: reason }
    case 'unchanged':
      return { text: 'Up to date', tone: '', why: reason }
  }
}

/** A value of a field in words; the service has no value for what was never asked. */
export function valueText(field: string, value: FieldValue): string {
  if (field === 'consent') return value === null ? 'Not asked' : value === true ? 'Agreed' : 'Refused'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.join(', ')
  return value === null || value === '' ? 'empty' : String(value)
}

/** What was there before, in words: what the service does not show is not known to be empty. */
export function beforeText({ field, before, beforeKnown }: FieldChange): string {
  return beforeKnown ? valueText(field, before) : 'not shown'
}

/** Tags one by one: those that come, those that go, and those that stay. */
export function tagParts({ before, after }: FieldChange): { tag: string; kind: 'added' | 'removed' | 'kept' }[] {
  const [had, has] = [listOf(before), listOf(after)]
  return [
    ...has.filter((tag) => !had.includes(tag)).map((tag) => ({ tag, kind: 'added' as const })),
    ...had.filter((tag) => !has.includes(tag)).map((tag) => ({ tag, kind: 'removed' as const })),
    ...has.filter((tag) => had.includes(tag)).map((tag) => ({ tag, kind: 'kept' as const })),
  ]
}

function listOf(value: FieldValue): string[] {
  return Array.isArray(value) ? value : []
}
