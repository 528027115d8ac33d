import type { Attention } from '../../model/plans/attention-schema.ts'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { eitherOf } from '../../mapping/compile/row-filter.ts'
import { leftOutRefusalCode, unreachedRefusalCode } from '../../model/plans/row-issue.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import type { PastRun, RunCounts } from '../../model/runs/run-schema.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { type PastList, type RunList, toPastList } from '../../store/plans/past-lists.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { counted, number } from '../../text/counted.ts'
import { shownGuards, unheardHint, withdrawalDeadline } from '../guards/guard-words.ts'
import { runShares } from './run-limits.ts'
import { columnsUnlike, unlikeLast } from './unlike-last-lists.ts'

/** What of a ready plan a person should look at before or after it is run. In what it is unlike the recipe's last lists comes first. */
export function planAttention(store: Store, plan: StoredPlan): Attention[] {
  if (plan.totals === null) return []
  if (plan.undoesRunId !== null) return ofGuards(plan.totals, plan)
  return [
    ...planUnlike(store, plan),
    ...ofTotals(plan.totals, plan, listsBefore(store, plan)),
    ...refusalsOfExisting(plan.totals, plan),
    ...refusalsForList(plan.totals),
  ]
}

/** In what a plan that was not run yet is unlike the recipe's last lists. */
export function planUnlike(store: Store, plan: StoredPlan): Attention[] {
  const { totals, recipe, columns, runId, undoesRunId, retriesRunId } = plan
  if (totals === null || runId !== null || undoesRunId !== null || retriesRunId !== null) return []
  return [...columnsUnlike(totals, recipe, columns), ...unlikeLast(totals, recipe, listsBefore(store, plan))]
}

/** What of a run that is over waits for a person. */
export function runAttention(store: Store, plan: StoredPlan, counts: RunCounts & Partial<Pick<PastRun, 'undo'>>): Attention[] {
  if (plan.totals === null) return []
  const unsettled = [
    ...ended('rows.failed', counts.failed, 'failed. Why, and what to do, is with each row.'),
    ...ended('rows.unknown', counts.unknown, 'may or may not have arrived: no answer was seen.'),
  ]
  if (plan.undoesRunId !== null) return [...unsettled, ...ofUndo(plan.totals, plan, counts.undo ?? null)]
  return [
    ...unsettled,
    ...(counts.held > plan.totals.held && plan.runId !== null ? heldByRun(store, plan.runId) : []),
    ...ofTotals(plan.totals, plan, listsBefore(store, plan)),
  ]
}

/** The lists of its recipe that were run before it; a few rows of a list are compared with none. */
export function listsBefore(store: Store, { recipe, runId, retriesRunId }: StoredPlan): RunList[] {
  if (retriesRunId !== null) return []
  const { pastLists, runs } = tablesOf(store)
  return pastLists.of(recipe, (runId === null ? null : runs.find(runId)?.startedAtMs) ?? undefined)
}

/** Where contacts are only added, what is sent for those who are there already: what they refuse, and nothing else. */
function refusalsOfExisting({ figures }: PlanTotals, { recipe, retriesRunId }: StoredPlan): Attention[] {
  const rows = figures?.known ?? 0
  // What is tried again may be about contacts that the failed run has created itself.
  if (modeOf(recipe) !== 'add' || retriesRunId !== null || rows === 0) return []
  const are =
    rows === 1
      ? 'row is about a contact that is in this account already and refuses'
      : 'rows are about contacts that are in this account already and refuse'
  const message = `${number(rows)} ${are} texts. A refusal is sent also where contacts are only added; nothing else of such a row is.`
  return [{ code: 'refusals.existing', rows, message }]
}

/** What is sent to nobody, because the service has no such contact, and remembered for the day it has. */
function refusalsForList({ doNotText = 0 }: PlanTotals): Attention[] {
  if (doNotText === 0) return []
  const refuse = doNotText === 1 ? 'row refuses texts for a number' : 'rows refuse texts for numbers'
  const are = doNotText === 1 ? 'is' : 'are'
  const message = `${number(doNotText)} ${refuse} that ${are} not in this account. With the run ${doNotText === 1 ? 'it goes' : 'they go'} on its do-not-text list, which is asked before anybody is given permission.`
  return [{ code: 'refusals.listed', rows: doNotText, message }]
}

function ofGuards({ guards }: PlanTotals, plan: Pick<StoredPlan, 'fileOpenedAtMs' | 'totals'>): Attention[] {
  return shownGuards(guards, withdrawalDeadline(plan))
    .filter(({ released }) => !released)
    .map(({ guard, rows, message }) => ({ code: `held.${guard}`, rows, message }))
}

/** What of an undo a person should know: what it held, which waits for them, and what it kept because somebody edited it since. */
function ofUndo(totals: PlanTotals, plan: StoredPlan, undo: PastRun['undo']): Attention[] {
  const found = undo === null ? 0 : undo.held - (totals.undo?.held ?? 0)
  const kept = undo?.kept ?? 0
  return [
    ...ofGuards(totals, plan),
    ...(found > 0
      ? [
          {
            code: 'held.permission',
            rows: found,
            message: `${counted(found, 'change')} would allow texts to a contact again, as it was found when it was read. Undo never does that by itself.`,
          },
        ]
      : []),
    ...(kept > 0
      ? [
          {
            code: 'undo.kept',
            rows: kept,
            message: `${counted(kept, 'change')} ${kept === 1 ? 'was' : 'were'} kept, because somebody has edited the contact since the run. Nothing was overwritten.`,
          },
        ]
      : []),
  ]
}

function ofTotals(totals: PlanTotals, { recipe, fileOpenedAtMs }: StoredPlan, past: readonly PastList[]): Attention[] {
  const { rows, invalid, held } = totals
  const { notFound, refusalOnly } = toPastList(totals)
  const shares = runShares(recipe, past)
  const attention: Attention[] = [
    ...ofFilter(totals, recipe),
    ...ofNoFields(totals, recipe),
    ...ofUndecided(totals),
    ...ofLeftOutRefusals(totals),
    ...ofUnreachedRefusals(totals),
    ...ofContradictions(totals),
    ...ofUnheard(totals),
    ...(held > shares.held * rows ? ofGuards(totals, { fileOpenedAtMs, totals }) : []),
  ]
  const isTooMany = invalid + refusalOnly > shares.invalid * rows
  if (isTooMany && invalid > 0) {
    attention.push({
      code: 'rows.invalid',
      rows: invalid,
      message: `${number(invalid)} of ${counted(rows, 'row')} cannot be used. Each of them says why.`,
    })
  }
  if (isTooMany && refusalOnly > 0) {
    attention.push({
      code: 'rows.refusal_only',
      rows: refusalOnly,
      message: `Of ${number(refusalOnly)} of ${counted(rows, 'row')} only the refusal of texts counts: another value in ${refusalOnly === 1 ? 'it' : 'them'} cannot be used, so nothing else is written. The result file says which, row by row.`,
    })
  }
  if (notFound > shares.notFound * rows) {
    attention.push({
      code: 'rows.not_found',
      rows: notFound,
      message: `${number(notFound)} of ${counted(rows, 'row')} are about contacts that are not in this account. Is it the right list, the right account, and the right column?`,
    })
  }
  return attention
}

/** Where the recipe's filter leaves out all rows that say anything, a word of it is wrong, or the file. */
function ofFilter({ rows, skips }: PlanTotals, { only }: StoredPlan['recipe']): Attention[] {
  const left = (reason: string) => skips.find((skip) => skip.reason === reason)?.rows ?? 0
  const filtered = left('filtered')
  if (only === undefined || filtered === 0 || filtered + left('blank') + left('excluded') < rows) return []
  const words = eitherOf(only.is.map((word) => (word.trim() === '' ? 'blank' : `"${word}"`)))
  const message = `No row has ${words} in "${only.column}", so that nothing is imported. Are these the words of this file, and is it the right one?`
  return [{ code: 'rows.filtered', rows: filtered, message }]
}

/** What an earlier run may have sent already is left out until somebody says so. */
function ofUndecided({ skips }: PlanTotals): Attention[] {
  const rows = skips.find(({ reason }) => reason === 'undecided')?.rows ?? 0
  if (rows === 0) return []
  const message = `${counted(rows, 'row')} may have been sent by an earlier run: whether that arrived is still open. Look at that run in the history, and decide about its rows whose outcome is not known (rollcall unknown).`
  return [{ code: 'rows.undecided', rows, message }]
}

/**
 * Rows of which nothing was compared are called unchanged; that all is well, nobody may conclude from that. Of kinds that write no
 * record a row says enough by being there: a list of conversations that are resolved already is well.
 */
function ofNoFields({ rows, unchanged, send, held }: PlanTotals, { kind, fields }: StoredPlan['recipe']): Attention[] {
  if (!importDescriptors[kind].writesRecord || fields.length > 0 || unchanged === 0 || send + held > 0) return []
  const message = `No column is mapped to a field, so that nothing of ${counted(rows, 'row')} is compared or imported. Map the columns that matter.`
  return [{ code: 'rows.unmapped', rows: unchanged, message }]
}

/** Nobody has said what becomes of rows that the recipe's filter leaves out and that refuse texts. */
function ofLeftOutRefusals({ issues }: PlanTotals): Attention[] {
  const rows = rowsWith(leftOutRefusalCode, issues)
  if (rows === 0) return []
  const [are, refuse] = rows === 1 ? ['row that the recipe leaves out', 'refuses'] : ['rows that the recipe leaves out', 'refuse']
  const message = `${number(rows)} ${are} ${refuse} texts, and nothing of that is sent. Say beside the filter, or with "rollcall recipe confirm --filtered-refusals send", that it is to be, or with "leave" that such rows refuse something else.`
  return [{ code: 'refusals.filtered', rows, message }]
}

/** Refusals of people of whom nothing is known but an identifier that the service does not know. */
function ofUnreachedRefusals({ issues }: PlanTotals): Attention[] {
  const rows = rowsWith(unreachedRefusalCode, issues)
  if (rows === 0) return []
  const [refuse, say] =
    rows === 1 ? ['row refuses texts for a contact that is', 'says'] : ['rows refuse texts for contacts that are', 'say']
  const message = `${number(rows)} ${refuse} not in this account, and ${say} no phone number: nobody can be kept from texts by that. Look up whom the result file names, and load these rows again with phone numbers.`
  return [{ code: 'refusals.unreached', rows, message }]
}

function rowsWith(code: string, issues: PlanTotals['issues']): number {
  return issues.reduce((sum, issue) => (issue.code === code ? sum + issue.rows : sum), 0)
}

/** Rows that a person should look at: either of what they say of texting may be wrong. */
function ofContradictions({ contradicted = 0 }: PlanTotals): Attention[] {
  if (contradicted === 0) return []
  const [say, their] = contradicted === 1 ? ['row says', 'its'] : ['rows say', 'their']
  const message = `${number(contradicted)} ${say} both that the contact agreed to texts and that they refused. The refusal counts; ${their} permission is held. Look which is right, and correct the row.`
  return [{ code: 'rows.contradict', rows: contradicted, message }]
}

/** Nothing is held of these: all the more should somebody look. */
function ofUnheard({ agreedUnheard = 0 }: PlanTotals): Attention[] {
  if (agreedUnheard === 0) return []
  const [say, their] = agreedUnheard === 1 ? ['row says', 'its contact agrees'] : ['rows say', 'their contacts agree']
  const message = `${number(agreedUnheard)} ${say} that ${their} to texts, while another column of the file, which is not read, may tell that they refuse. Nothing is held of that, because the service has the permission already, or another row counts. ${unheardHint}`
  return [{ code: 'rows.unheard', rows: agreedUnheard, message }]
}

/** What the run held itself, since something was different by then from what the preview showed. */
function heldByRun(store: Store, runId: string): Attention[] {
  return tablesOf(store)
    .runRows.heldByCode(runId)
    .flatMap(({ code, rows }) =>
      ended(code, rows, (rows === 1 ? 'was held, because ' : 'were held, because ') + (heldWords[code] ?? heldWords['held.changed'])),
    )
}

/** Why a run holds rows, by the code of the row; see `run/words/row-words.ts`. */
const heldWords: Readonly<Record<string, string>> & { 'held.changed': string } = {
  'held.changed': 'the contact was changed after the preview. Nothing was overwritten.',
  'held.refused': 'the contact turned out to refuse texts. No permission was given.',
  'held.claimed': 'another run was sending the same. Nothing was sent a second time.',
  'held.elsewhere': 'another run had sent the same since the preview. Nothing was sent a second time.',
  'held.exists': 'the contact had been created since the preview. Nothing was created a second time.',
  'held.restored': 'it cannot be told whether an earlier run has sent them. Nothing was sent a second time.',
}

function ended(code: string, rows: number, words: string): Attention[] {
  return rows > 0 ? [{ code, rows, message: `${counted(rows, 'row')} ${words}` }] : []
}
