import { resolve } from 'node:path'
import type { Answer, EngineClient, ImportFile, PlanProgress, PlanSummary, Recipe } from '../../engine/contract.ts'
import type { Lookup } from '../../engine/model/plans/plan-schema.ts'
import { AppError } from '../../engine/model/errors.ts'
import { answered } from './answered.ts'
import { asErrorCode } from './output/error-code.ts'
import { createProgress } from './output/terminal-progress.ts'
import { noticeText } from './options/source-options.ts'
import { withStopSignals } from './stop-signals.ts'
import type { Terminal } from './output/terminal.ts'
import { number } from './output/number-words.ts'

export async function openFile(client: EngineClient, path: string): Promise<ImportFile> {
  return answered(await client.call('files.open', { path: resolve(path) }))
}

/** Plans the file and answers with the finished plan. Throws what the plan failed for; an interrupt stops it. */
export async function planFile(
  client: EngineClient,
  terminal: Terminal,
  file: ImportFile,
  recipe: Recipe,
  lookup: Lookup,
): Promise<PlanSummary> {
  await noteOddities(client, terminal, file, recipe)
  return followPlan(client, terminal, () => client.call('plans.start', { fileId: file.id, recipe, lookup, wait: true }))
}

/** What the file screen shows of a file is said here too: nobody else looks at a first row that is taken for the column names. */
async function noteOddities(client: EngineClient, terminal: Terminal, file: ImportFile, recipe: Recipe): Promise<void> {
  const { inspection } = answered(await client.call('files.inspect', { fileId: file.id, dialect: recipe.source }))
  for (const notice of inspection.notices) if (!asMeant.has(notice.code)) terminal.note(noticeText(notice))
  if (recipe.exported !== true) return
  const { notices } = answered(await client.call('mapping.preview', { fileId: file.id, recipe }))
  for (const notice of notices) if (notice.code === 'export.lacks') terminal.note(noticeText(notice))
}

/** Said by the file or by the recipe, with nothing to do about it. */
const asMeant = new Set(['file.separator_line', 'file.title'])

/** Shows the progress of a planning until it ends. Throws what the plan failed for; an interrupt stops it. */
export async function followPlan(
  client: EngineClient,
  terminal: Terminal,
  begin: () => Promise<Answer<PlanSummary>>,
): Promise<PlanSummary> {
  const progress = createProgress(terminal)
  let planId: string | null = null
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
    terminal.note('Stopping …')
    if (planId !== null) void client.call('plans.cancel', { planId })
  }
  const end = client.on('plan.progress', (now) => {
    if (planId === null && isCancelled) void client.call('plans.cancel', { planId: now.planId })
    planId = now.planId
    const { done, total, text } = inWords(now)
    progress.show(done, total, text)
  })
  try {
    const plan = await withStopSignals(
      terminal,
      cancel,
      async () => answered(await begin()),
      'Stopped at once. Nothing was changed at the service.',
    )
    if (isCancelled && plan.state !== 'ready')
      throw new AppError(
        'cancelled',
        'Planning was stopped; nothing was changed at the service.',
        'Give the same command again when you are ready.',
      )
    return readyPlan(plan)
  } finally {
    end()
    progress.end()
  }
}

/** The plan, if it can be run or shown. Throws why not. */
export function readyPlan(plan: PlanSummary): PlanSummary {
  if (plan.state === 'ready') return plan
  if (plan.error) throw new AppError(asErrorCode(plan.error.code), plan.error.message, plan.error.hint)
  if (plan.state === 'cancelled')
    throw new AppError('cancelled', 'Planning was stopped.', 'Nothing was changed. Plan the file again when you are ready.')
  throw new AppError('plan.not_ready', 'The plan is not finished.', 'Wait until it is, or plan the file again.')
}

function inWords(now: PlanProgress): { done: number; total: number; text: string } {
  const rows = `${number(now.rowsRead)} rows read`
  if (now.phase === 'looking_up')
    return { done: now.lookedUp, total: now.lookUps, text: `looking up contacts: ${number(now.lookedUp)} of ${number(now.lookUps)}` }
  return { done: now.bytesRead, total: now.bytesTotal, text: now.phase === 'comparing' ? `comparing · ${rows}` : rows }
}
