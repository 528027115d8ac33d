import type { ContactFilterInput, PastRun } from '../../../src-main/engine/contract.ts'
import { consentWords } from '../consent-text.ts'
import { dateOnlyText } from '../format.ts'

export const consentFilterWords = consentWords
export const flagFilterWords = {
  blocked: 'Blocked',
  archived: 'Archived',
  unsubscribed: 'Unsubscribed',
  noSms: 'Can’t receive texts',
} as const
export const notSeenDays: readonly number[] = [1, 7, 30, 90]

export function isFiltered({
  search = '',
  consent = [],
  flags = [],
  tags = [],
  field,
  run,
  notSeenSinceMs,
  gone,
}: ContactFilterInput): boolean {
  if (gone === true || field !== undefined) return true
  return search.trim() !== '' || consent.length + flags.length + tags.length > 0 || run !== undefined || notSeenSinceMs !== undefined
}

/** What the contacts that are shown have in common, behind their number: `${matches} “mar” and are Agreed or Not asked`. */
export function filterWords(filter: ContactFilterInput, runs: readonly PastRun[], isOne: boolean, fieldName: string | null = null): string {
  const [matches, are, have, were] = isOne ? ['matches', 'is', 'has', 'was'] : ['match', 'are', 'have', 'were']
  const { search = '', consent = [], flags = [], tags = [], run, notSeenSinceMs } = filter
  const words: Record<string, string> = { ...consentFilterWords, ...flagFilterWords }
  const either = (ids: readonly string[]) => ids.map((id) => words[id] ?? id).join(' or ')
  return [
    ...(search.trim() === '' ? [] : [`${matches} “${search.trim()}”`]),
    ...(consent.length === 0 ? [] : [`${are} ${either(consent)}`]),
    ...(flags.length === 0 ? [] : [`${are} ${either(flags)}`]),
    ...(tags.length === 0 ? [] : [`${have} the tag ${tags.join(' or ')}`]),
    ...(filter.field === undefined ? [] : [`${have} the ${fieldName ?? 'custom field'} “${filter.field.value}”`]),
    ...(run === undefined ? [] : [`${were} changed by ${runs.find(({ id }) => id === run)?.fileName ?? 'an import'}`]),
    ...(filter.gone === true ? [`${are} no longer at the service`] : []),
    ...(notSeenSinceMs === undefined ? [] : [`${were} not read since ${dateOnlyText(Math.floor(notSeenSinceMs / 1000))}`]),
  ].join(' and ')
}
