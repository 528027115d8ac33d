import type { FieldLabel } from '../../model/contacts/field-labels.ts'
import type { FieldValue } from '../../model/plans/plan-schema.ts'
import { comparableTag } from '../../model/same-text.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/** What changed beside what was asked for, in words. What texts say is not repeated. */
export function changeWords({ field, before, after }: UnaskedChange, label: FieldLabel): string {
  switch (field) {
    case 'posts':
      return 'a message was added to the conversation'
    case 'texts':
      return 'a text was sent to the contact'
    case 'resolved':
      return 'the conversation was resolved'
    case 'phone':
      return `the phone number was ${after === null || after === '' ? 'removed' : 'changed'}`
    case 'avatar_url':
      return `the picture was ${after === null ? 'removed' : 'changed'}`
    case 'facebook_id':
      return `the Facebook account was ${after === null ? 'removed' : 'changed'}`
    case 'verified':
      return 'the contact is no longer verified'
    case 'consent':
      return `${label(field)} went from “${consentWords(before)}” to “${consentWords(after)}”`
    case 'reachable':
      return `${label('unreachable')} went from ${flagWords(before === false)} to ${flagWords(after === false)}`
    case 'tags':
      return tagWords(listOf(before), listOf(after), label(field))
  }
  if (typeof before === 'boolean' || typeof after === 'boolean')
    return `${label(field)} went from ${flagWords(before)} to ${flagWords(after)}`
  return `${label(field)} was ${after === null || after === '' ? 'emptied' : 'changed'}`
}

/** What a field is called of which such a change is told. */
export function changeLabel({ field }: UnaskedChange, label: FieldLabel): string {
  if (field === 'posts') return 'the message in the conversation'
  if (field === 'texts') return 'the text that was sent'
  if (field === 'resolved') return 'the conversation'
  if (field === 'phone') return 'the phone number'
  const unwritten = unwrittenLabels[field]
  if (unwritten !== undefined) return unwritten
  return label(field === 'reachable' ? 'unreachable' : field)
}

const unwrittenLabels: Readonly<Record<string, string>> = {
  avatar_url: 'the picture',
  facebook_id: 'the Facebook account',
  verified: 'that the contact is verified',
}

function tagWords(before: readonly string[], after: readonly string[], label: string): string {
  const lost = without(before, after)
  const got = without(after, before)
  return [
    ...(lost.length > 0 ? [`${label} lost ${lost.join(', ')}`] : []),
    ...(got.length > 0 ? [`${label} got ${got.join(', ')}`] : []),
  ].join(' and ')
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(comparableTag))
  return tags.filter((tag) => !known.has(comparableTag(tag)))
}

function consentWords(consent: FieldValue): string {
  return consent === true ? 'Agreed' : consent === false ? 'Refused' : 'Not asked'
}

function flagWords(flag: FieldValue): string {
  return flag === true ? 'yes' : 'no'
}

function listOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value : []
}
