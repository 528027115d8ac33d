import { importDescriptors } from '../../kinds/all-kinds.ts'
import { type WhyNotTexted, whyNotTexted } from '../../kinds/kind-descriptor.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { filteredWords, filterWords } from '../../mapping/compile/row-filter.ts'
import { guardsOf } from '../guards/guard-rules.ts'
import { heldWords } from '../guards/guard-words.ts'
import type { RowClass, RowDetail } from '../../model/plans/plan-schema.ts'
import { whatOfMember } from './match-issues.ts'
import { groupLeftOutCode, groupWaitsCode } from '../../model/plans/row-issue.ts'

/** Why a row makes no call, as stored in `plan_rows.reason`. Rows that are plainly unchanged have none. */
export const reasons = [
  'not_found',
  'refusal_only',
  'exists',
  'duplicate',
  'merged',
  'already_imported',
  'already_sent',
  'already_asked',
  'already_agreed',
  'consent_not_shown',
  'already_resolved',
  'no_conversation',
  'undecided',
  'nothing_to_change',
  'no_content',
  'filtered',
  'excluded',
  'blank',
  'cannot_undo',
  ...whyNotTexted,
] as const
export type Reason = (typeof reasons)[number]

const words: Record<Reason, string> = {
  not_found: 'The service has no such contact, and creating contacts is off.',
  refusal_only:
    'The service has nobody with this number: its refusal of texts goes on the do-not-text list, and nothing else of the row counts.',
  exists: 'The contact exists already, and the recipe only adds new ones.',
  duplicate: 'Another row of this file is about the same contact.',
  merged: 'Merged into another row of this file about the same contact.',
  already_imported: 'This message was imported before.',
  already_sent: 'This very message was sent to this number before, in the last 14 days.',
  already_asked: 'This person was asked for consent before, and nobody is asked twice unless the recipe says after how many days.',
  already_agreed: 'The contact agreed to texts already, so there is nothing to ask.',
  consent_not_shown: 'The service does not show whether this contact agreed or refused, so they are not asked.',
  already_resolved: 'The conversation is resolved already.',
  no_conversation: 'There is no conversation with this contact in the department.',
  undecided:
    'Another run has sent this message, and it is still open whether it arrived. Finish that run, or decide about its rows whose outcome is not known, first.',
  nothing_to_change: 'The service already says so.',
  no_content: 'The row has nothing to import.',
  filtered: 'The recipe leaves out rows like this one.',
  excluded: 'Left out by hand.',
  blank: 'All cells of the row are blank.',
  cannot_undo: 'Nothing of this row can be taken back.',
  refused: 'The contact has refused texts, so they are sent none.',
  refused_ledger: 'By the consent ledger of this account the contact refused texts last, so they are sent none.',
  do_not_text: 'The number is on the do-not-text list of this account, so it is sent nothing.',
  refused_posts: 'The latest messages of the contact refuse texts, so they are sent none.',
  refused_in_file: 'This file says that the contact refused texts, so they are sent none.',
  blocked: 'The contact is blocked, so they are sent none.',
  archived: 'The contact is archived, so they are sent none.',
  unsubscribed: 'The contact is unsubscribed, so they are sent none.',
}

function isReason(code: string): code is Reason {
  return (reasons as readonly string[]).includes(code)
}

/** A reason's code in words; a code of a later version is shown as it is. */
export function reasonWords(code: string): string {
  return isReason(code) ? words[code] : code
}

/** Why groups are left out; null where that has nothing to do with their being one. */
function groupSkipWords(code: string): string | null {
  if (code === 'duplicate') return 'Another row of this file is about the same people.'
  if (code === 'not_found' || isWhyNotTexted(code)) return `Whole groups are left out: somebody in each ${whatOfMember[code]}`
  return null
}

function isWhyNotTexted(code: string): code is WhyNotTexted {
  return (whyNotTexted as readonly string[]).includes(code)
}

/** Why rows of a plan are skipped, over all of them. */
export function skipWords(code: string, { kind, only, whispers }: Pick<Recipe, 'kind' | 'only' | 'whispers'>): string {
  const ofGroup = importDescriptors[kind].subject === 'group' ? groupSkipWords(code) : null
  if (ofGroup !== null) return ofGroup
  if (code !== 'filtered' || only === undefined) return reasonWords(code)
  return filterWords(whispers?.column === only.column ? { ...only, is: [...only.is, ...whispers.is] } : only)
}

/** Why a row is held, skipped or unchanged, in words; null for the others. `honorBy`: until when withdrawals must be honored. */
export function rowReason(rowClass: RowClass, code: string | null, detail: RowDetail, honorBy: Date | null = null): string | null {
  if ((code === 'duplicate' || code === 'merged') && detail.winnerLine !== undefined) return duplicateWords(code, detail.winnerLine, detail)
  if (rowClass === 'held' && code !== null) {
    // Who of a group it is about says more than the guard.
    const waits = detail.issues?.filter((issue) => issue.code === groupWaitsCode) ?? []
    const guards = guardsOf(code).filter((guard) => waits.length === 0 || (guard !== 'noConsent' && guard !== 'notReachable'))
    const isWaiting = guards.length < guardsOf(code).length
    return [...(isWaiting ? waits.map(({ message }) => message) : []), heldWords(guards, detail.optOut ?? null, honorBy)].join(' ').trim()
  }
  if (code === 'filtered' && detail.filtered !== undefined) return filteredWords(detail.filtered)
  const people = detail.issues?.filter((issue) => issue.code === groupLeftOutCode) ?? []
  if (rowClass === 'skipped' && people.length > 0) return `The whole group is left out: ${people.map(({ message }) => message).join(' ')}`
  if (code !== null) return reasonWords(code)
  return rowClass === 'unchanged' ? words.nothing_to_change : null
}

function duplicateWords(code: 'duplicate' | 'merged', line: number, { issues = [] }: RowDetail): string {
  const words =
    code === 'merged'
      ? `Merged into row ${line} of this file, which is about the same contact.`
      : `Row ${line} of this file is about the same contact and counts instead.`
  const lost = issues.find((issue) => issue.code === 'duplicate.number')
  return lost === undefined ? words : `${words} ${lost.message}`
}
