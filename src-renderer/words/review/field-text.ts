import type { FieldChange, FieldValue } from '../../../src-main/engine/contract.ts'
import { consentWords } from '../consent-text.ts'
import { isPost } from '../contacts/post-words.ts'

/** In place of what the service shows nobody. It may hold anything: it is not empty. */
export const notShown = 'not shown'

const flagWords: Record<string, [yes: string, no: string]> = {
  consent: [consentWords.agreed, consentWords.refused],
  blocked: ['blocked', 'not blocked'],
  archived: ['archived', 'not archived'],
  unreachable: ['unsubscribed', 'not unsubscribed'],
}

/** A field's value in words; null for "nothing there". */
export function valueText(field: string, value: FieldValue): string | null {
  if (value === null && field === 'consent') return consentWords.notAsked
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return (flagWords[field] ?? ['yes', 'no'])[value ? 0 : 1]
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(', ')
  return value
}

/** What happens to a list of tags: those that stay, come and go. Null when the change is none of a list. */
export function tagChange(change: FieldChange): { kept: string[]; added: string[]; removed: string[] } | null {
  const { before, after } = change
  if (!Array.isArray(after) || (before !== null && !Array.isArray(before))) return null
  const old = before ?? []
  return {
    kept: old.filter((tag) => after.includes(tag)),
    added: after.filter((tag) => !old.includes(tag)),
    removed: old.filter((tag) => !after.includes(tag)),
  }
}

/** What a change comes to, as one sentence for those who hear it. */
export function changeWords(change: FieldChange): string {
  const tags = tagChange(change)
  if (tags) {
    const parts = [...tags.removed.map((tag) => `removed ${tag}`), ...tags.added.map((tag) => `added ${tag}`), ...tags.kept]
    return parts.join(', ')
  }
  const after = valueText(change.field, change.after) ?? 'emptied'
  if (isPost(change.field)) return after
  return `before: ${change.beforeKnown ? (valueText(change.field, change.before) ?? 'empty') : notShown}, new: ${after}`
}

/** What happens to a field, in a word or two. */
export function changeVerb(change: FieldChange): string {
  if (change.field === 'consent') return change.after === true ? 'given' : 'withdrawn'
  if (change.field === 'message') return 'imported'
  if (change.field === 'whisper') return 'written'
  const tags = tagChange(change)
  if (tags) {
    if (tags.added.length > 0) return tags.removed.length > 0 ? 'changes' : 'added to'
    return tags.removed.length > 0 ? 'taken away' : 'changes'
  }
  if (valueText(change.field, change.after) === null) return 'emptied'
  return change.beforeKnown && valueText(change.field, change.before) === null ? 'filled in' : 'changes'
}
