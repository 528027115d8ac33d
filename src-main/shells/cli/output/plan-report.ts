import type { PlanSummary } from '../../../engine/contract.ts'
import { howToRelease } from './guard-text.ts'
import { aligned, counted, number } from './number-words.ts'
import { kindWords } from './kind-text.ts'

/** How many issues are spelled out on a terminal; `--json` has them all. */
const issuesShown = 20

/** The plan as `--json` prints it. */
export function planObject(plan: PlanSummary): Record<string, unknown> {
  const { id, rows, send, unchanged, held, skipped, invalid, calls, reads } = plan
  const issues = plan.issues.map(({ code, rows, line, column, value, message }) => ({ code, rows, line, column, value, message }))
  const guards = plan.guards.map(({ guard, contacts, rows, released }) => ({ guard, contacts, rows, released }))
  const listed = plan.attention.find(({ code }) => code === 'refusals.listed')
  return {
    plan: id,
    rows,
    send,
    unchanged,
    held,
    skipped,
    invalid,
    calls,
    reads,
    ...(plan.postsUnasked !== undefined && { postsUnasked: plan.postsUnasked }),
    issues,
    guards,
    attention: plan.attention,
    ...(listed !== undefined && { doNotText: listed.rows }),
    ...(plan.duplicateGroups > 0 && { duplicates: plan.duplicateGroups }),
    ...(plan.corrections > 0 && { edits: plan.corrections }),
  }
}

/** The plan in words, with counts that add up to the rows. */
export function planText(plan: PlanSummary): string {
  const classes = [
    { count: plan.rows, label: rowsLabel(plan) },
    { count: plan.send, label: `will change (${counted(plan.calls, 'call')} for ${counted(plan.contacts, 'contact')})` },
    { count: plan.unchanged, label: 'are unchanged' },
    { count: plan.held, label: 'are held until you release them' },
    { count: plan.skipped, label: 'are skipped' },
    { count: plan.invalid, label: 'cannot be used' },
  ]
  const parts = [`Plan ${plan.id}: ${plan.fileName}, ${kindWords[plan.kind]}, recipe "${plan.recipe.name}"`, aligned(classes)]
  if (plan.reads > 0) parts.push(`The service was asked ${counted(plan.reads, 'time')} about contacts: that changes nothing.`)
  if (plan.postsUnasked !== undefined)
    parts.push(
      `The latest messages of ${counted(plan.postsUnasked, 'contact')} were not read for a refusal: that would have taken too long. The run reads them, right before permission is given.`,
    )
  if (plan.corrections > 0)
    parts.push(
      `With ${counted(plan.corrections, 'correction')} kept for this file: see "rollcall corrections list", or take them back with "rollcall corrections undo".`,
    )
  if (plan.duplicateGroups > 0)
    parts.push(
      `${counted(plan.duplicateGroups, 'contact is', 'contacts are')} in the file more than once: see "rollcall duplicates ${plan.id}".`,
    )
  if (plan.fields.length > 0) parts.push('Changes', aligned(plan.fields.map(({ rows, label }) => ({ count: rows, label }))))
  if (plan.skips.length > 0) parts.push('Skipped', aligned(plan.skips.map(({ rows, reason }) => ({ count: rows, label: reason }))))
  const guards = plan.guards.filter(({ released }) => !released)
  if (guards.length > 0) {
    parts.push('Held', aligned(guards.map(({ rows, message }) => ({ count: rows, label: message }))))
    parts.push(...guards.map((guard) => howToRelease(guard, `rollcall run ${plan.id}`)))
  }
  parts.push(...attentionText(plan.attention))
  if (plan.issues.length > 0) parts.push('Problems in the file', issuesText(plan))
  return parts.join('\n')
}

function rowsLabel({ retriesRunId, retriedOutcome }: PlanSummary): string {
  if (retriesRunId === null) return 'rows in the file, of which'
  return retriedOutcome === 'held' ? 'rows that were held before, of which' : 'rows that failed before, of which'
}

/** What somebody should look at, but for what is held: that is told with how to release it. */
export function attentionText(attention: PlanSummary['attention']): string[] {
  const others = attention.filter(({ code }) => !code.startsWith('held.'))
  return others.length === 0 ? [] : ['Look at this', ...others.map(({ message }) => `  ${message}`)]
}

function issuesText({ issues }: PlanSummary): string {
  const lines = issues.slice(0, issuesShown).map(({ rows, line, column, value, message, hint }) => {
    const where = column === null ? '' : `, ${column}`
    const what = value === null ? '' : ` ${JSON.stringify(value)}`
    return `  ${rows === 1 ? 'Row' : `${number(rows)} rows, the first is row`} ${line}${where}${what}: ${message} ${hint}`.trimEnd()
  })
  const more = issues.length - lines.length
  return [...lines, ...(more > 0 ? [`  … and ${counted(more, 'other kind')}; --json lists them all`] : [])].join('\n')
}
