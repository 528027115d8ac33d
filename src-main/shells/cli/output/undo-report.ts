import type { PlanSummary, RunSummary } from '../../../engine/contract.ts'
import { stateWord } from './run-report.ts'
import { aligned, counted } from './number-words.ts'

const nothing = { restored: 0, kept: 0, already: 0, held: 0, unknown: 0, impossible: 0, failed: 0 }

/** An undo as `--json` prints it. The figures count fields; a created contact counts as one. */
export function undoObject({ id, undo, attention }: RunSummary): Record<string, unknown> {
  const { restored, kept, already, held, unknown, impossible, failed } = undo ?? nothing
  return { run: id, restored, kept, already, held, unknown, impossible, failed, attention }
}

/** What taking a run back comes to, before anything is done. */
export function undoPlanText(plan: PlanSummary): string {
  const { restorable, already, kept, held, impossible } = plan.undo ?? { restorable: 0, already: 0, kept: 0, held: 0, impossible: 0 }
  const figures = [
    {
      count: restorable,
      label: `of them get their earlier value back (${counted(plan.calls, 'call')} for ${counted(plan.contacts, 'contact')})`,
    },
    { count: already, label: 'have it already' },
    { count: kept, label: 'are kept: somebody has edited them since' },
    { count: held, label: 'are held: they would allow texts to the contact again, which undo never does by itself' },
    { count: impossible, label: 'cannot be taken back' },
  ]
  const total = restorable + already + kept + held + impossible
  const parts = [
    `Undo of run ${plan.undoesRunId ?? ''}: ${plan.fileName}`,
    `It changed ${counted(total, 'field')} with ${counted(plan.rows, 'row')}, of which`,
    aligned(figures),
  ]
  if (plan.fields.length > 0) parts.push('Taken back', aligned(plan.fields.map(({ rows, label }) => ({ count: rows, label }))))
  const warnings = plan.issues.map(({ rows, column, message, hint }) => ({
    count: rows,
    label: `${column === null ? '' : `${column}: `}${message} ${hint}`.trim(),
  }))
  if (warnings.length > 0) parts.push('To be known beforehand', aligned(warnings))
  parts.push('Every contact is read again right before: what somebody edits until then is kept too.')
  return parts.join('\n')
}

/** What became of an undo, in words, and what to do next. */
export function undoText(run: RunSummary): string {
  const { undoesRunId, restored, already, kept, held, unknown, impossible, failed } = run.undo ?? { ...nothing, undoesRunId: '' }
  const state = stateWord(run.state)
  const figures = [
    { count: restored, label: 'fields have their earlier value again' },
    { count: already, label: 'had it already' },
    { count: kept, label: 'were kept, because somebody edited them since' },
    { count: held, label: 'are held: they would allow texts to the contact again' },
    { count: unknown, label: 'may have been changed: no answer was seen' },
    { count: impossible, label: 'could not be taken back' },
    { count: failed, label: 'failed' },
  ]
  const rows = `${counted(run.rows, 'row')}: ${run.done} done, ${run.failed} failed, ${run.held} held, ${run.pending} still to be done, ${run.skipped + run.unchanged} without anything to do.`
  const parts = [`Run ${run.id} takes back run ${undoesRunId}: it is ${state}.`, aligned(figures), rows]
  if (run.reason && state !== 'finished') parts.push(`${run.reason.message} ${run.reason.hint}`)
  if (run.failures.length > 0) {
    const failures = run.failures.map(
      ({ rows: count, line, message, hint }) => `  ${counted(count, 'row')}, the first is row ${line}: ${message} ${hint}`,
    )
    parts.push('Rows that were not taken back', ...failures)
  }
  if (state === 'paused') parts.push(`Continue with: rollcall resume ${run.id}`)
  if (held > 0) parts.push(`Look at what is held: rollcall held ${run.id}`)
  if (state !== 'paused' && kept + failed + held + unknown > 0)
    parts.push(`Every row with its outcome: rollcall results ${run.id} --out FOLDER`)
  return parts.join('\n')
}
