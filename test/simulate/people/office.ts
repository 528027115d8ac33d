import { AppError } from '../../../src-main/engine/model/errors.ts'
import { stopTexts } from '../../../src-main/engine/contacts/stop/stop-texts.ts'
import { numbersOf } from '../../../src-main/engine/model/plans/stored-phones.ts'
import { releaseFileGuards } from '../../../src-main/engine/plan/guards/release-file.ts'
import { releaseRows } from '../../../src-main/engine/plan/guards/release-rows.ts'
import { planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { planFileRows } from './plan-file-rows.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { planUndo } from '../../../src-main/engine/undo/plan-undo.ts'
import type { Deed, OfficeFile } from '../seed/scenario.ts'
import { baseUrl, type OfficeProgram } from './office-program.ts'
import type { ProgramName, World } from './world.ts'

/** What a person has done with a file, or to take a run back, as far as they remember it. */
export interface Errand {
  what: { kind: 'import'; file: OfficeFile } | { kind: 'undo'; runId: string }
  planId: string | null
  runId: string | null
  /** Why the run stopped for good: it found that the service does something else than it is asked to. */
  stop: { code: string; message: string } | null
  /** Whether somebody has canceled it. */
  isCanceled: boolean
}

/** How often a person resumes a run before they give up. */
const mostResumes = 60

/**
 * Plans, starts and resumes until the run has finished, as a person does who is sure. Survives the end of the program, which is started
 * again. `deeds` are done from the start of the run on.
 */
export async function carryOut(world: World, name: ProgramName, errand: Errand, deeds: Deed[] = []): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const program = world.program(name)
    try {
      await program.untilEnd(workOn(world, program, errand, deeds))
      return
    } catch (error) {
      if (!program.isDead()) throw error
      await world.time.sleep(world.downMs())
    }
  }
  throw new Error('The program ends again and again.')
}

async function workOn(world: World, program: OfficeProgram, errand: Errand, deeds: Deed[]): Promise<void> {
  const { store, runner } = program
  const runId = await startedRun(world, program, errand)
  for (let resumes = 0; resumes < mostResumes; resumes += 1) {
    await settled(world, program, runId, deeds)
    if (program.isDead()) return
    const { state, reason } = runSummary(store, runId, program.clock.nowMs())
    errand.isCanceled = state === 'cancelled'
    if (state === 'finished' || errand.isCanceled) return
    if (reason?.code === 'internal') throw new Error(`A run broke down: ${reason.message}`)
    if (reason !== null && !isPassing(reason.code)) {
      errand.stop = reason
      return
    }
    await world.time.sleep(5_000)
    await patiently(world, () => runner.resume(runId))
  }
  throw new RunDoesNotEnd(runSummary(store, runId, program.clock.nowMs()).reason?.message ?? 'no reason')
}

/** Whether what a run paused for passes by itself, so that a person resumes it without a second thought. */
function isPassing(code: string): boolean {
  return /^run\.(paused|closed|interrupted|locked|decided|changed_undecided)$|^service\.|^sign_in\./.test(code)
}

/** A run that pauses each time that it is resumed; `message` is what it says of that. */
export class RunDoesNotEnd extends Error {}

async function startedRun(world: World, program: OfficeProgram, errand: Errand): Promise<string> {
  const { store, runner } = program
  const { plans, runs } = tablesOf(store)
  for (let tries = 0; ; tries += 1) {
    const known = errand.planId === null ? null : plans.find(errand.planId)
    const planId = known !== null && known.totals !== null ? known.id : await planned(world, program, errand)
    const started = runs.idOfPlan(planId)
    errand.runId = started
    if (started === null) await colleagueActs(world, errand)
    if (started === null && world.scenario.reviewMs !== undefined) await world.time.sleep(world.scenario.reviewMs)
    if (started === null) await typeNumber(world, program, planId)
    try {
      if (started === null) errand.runId = await runner.start(planId)
      else await patiently(world, () => runner.resume(started))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'run.state') throw error
      if (started !== null) return started
      if (tries > 20) throw error
      errand.planId = null
      continue
    }
    if (errand.runId === null) throw new Error('A run that was started has no id.')
    return errand.runId
  }
}

/** Lets go who waits for a word of their own, where the person does that, and types how many people will be texted, as they count them. */
async function typeNumber({ scenario }: World, { store, clock }: OfficeProgram, planId: string): Promise<void> {
  const sending = planSummary(store, planId).guards.find(({ guard }) => guard === 'sending')
  if (sending === undefined || sending.released) return
  const held = () =>
    tablesOf(store)
      .planRows.after(planId, 0, 1000)
      .filter((row) => row.class === 'held')
  const alone = held().filter(({ reason }) => reason?.includes('noConsent'))
  if (scenario.isLetGo === true && alone.length > 0) releaseRows(store, planId, { lines: alone.map(({ line }) => line) }, clock.nowMs())
  const people = held().flatMap(({ reason, phone }) => (reason === 'sending' ? numbersOf(phone) : []))
  // Nobody is in one file twice but in several groups.
  await releaseFileGuards(store, planId, people.length)
}

/** Notes that somebody wants no texts any more, while the service is out of reach. What the account itself knows has to keep them safe. */
export function stopByHand(world: World, phone: string): void {
  const { time } = world
  const program = world.running('first')
  if (program === null) return void time.after(5_000, () => stopByHand(world, phone))
  const { store, clock } = program
  const unreachable = () => Promise.reject(new AppError('service.unreachable', 'No answer.', 'Try again.'))
  const error = { code: 'service.unreachable', message: 'No answer.', hint: 'Try again.', serviceText: null }
  const perform = () => Promise.resolve({ kind: 'failed' as const, status: null, error })
  const options = { store, clock, unsettledForMs: () => 0, country: 'US', operator: 'Pat', account: { name: 'Office', baseUrl } }
  const service = { perform, customerByUuid: unreachable, lookUpByPhone: unreachable }
  const stopping = stopTexts({ ...options, service }, { person: { phone }, how: 'Phone call', note: '' })
  // The rest is for the service, and comes to nothing.
  stopping.catch(() => undefined)
  if (program.isDead()) time.after(5_000, () => stopByHand(world, phone))
  else world.stopped.push({ phone, atMs: time.nowMs })
}

/**
 * A colleague creates a contact at the service that the file, which is planned by now, would create: once, before anything is sent, and as
 * long before that reads show it. What nothing shows nobody can heed.
 */
async function colleagueActs({ scenario, service, time, weather }: World, { what }: Errand): Promise<void> {
  if (
    !scenario.isCreatedMeanwhile ||
    scenario.isRaced ||
    weather.count.write > 0 ||
    service.byColleagues.length > 0 ||
    what.kind !== 'import'
  )
    return
  const there = new Set(service.customers().map(({ phone }) => phone))
  const missing = what.file.kind === 'contacts' ? what.file.rows.find(({ phone }) => !there.has(phone)) : undefined
  if (missing === undefined) return
  service.createByHand(missing.phone, time.nowMs)
  if (scenario.traits.readLagMs > 0) await time.sleep(scenario.traits.readLagMs)
}

/** Plans until that succeeds: the service may be out of reach for a while. */
async function planned(world: World, program: OfficeProgram, errand: Errand): Promise<string> {
  const { store, service, clock } = program
  const { what } = errand
  for (let tries = 0; ; tries += 1) {
    const planId = world.newId()
    errand.planId = planId
    try {
      if (what.kind === 'undo') await planUndo({ store, runId: what.runId, planId, clock })
      else await planFileRows({ store, service, clock, planId, file: what.file, lookup: world.scenario.lookup })
      return planId
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith('service.') || tries >= 20) throw error
      await world.time.sleep(30_000)
    }
  }
}

/** Waits for a run to stop by itself, or stops it as the person wants to. */
async function settled(world: World, program: OfficeProgram, runId: string, deeds: Deed[]): Promise<void> {
  const { runner } = program
  const over = runner.whenSettled(runId).then(
    () => 'over' as const,
    (error: unknown) => {
      // Another process has taken it over, or the store did not take what was to be recorded: the person looks again.
      if (error instanceof AppError) return 'over' as const
      throw error
    },
  )
  for (;;) {
    const deed = deeds[0]
    const due = deed === undefined ? [] : [world.time.sleep(deed.afterMs).then(() => 'due' as const)]
    const first = await Promise.race([over, ...due])
    if (first === 'over' || deed === undefined) return
    deeds.shift()
    await does(world, program, runId, deed)
    return
  }
}

async function does(world: World, program: OfficeProgram, runId: string, { what, forMs }: Deed): Promise<void> {
  const { runner } = program
  if (what === 'close') {
    await runner.close()
    program.end()
    return
  }
  if (what !== 'cancel') {
    await runner.pause(runId).catch(ignoreAppErrors)
    await world.time.sleep(forMs)
  }
  if (what !== 'pause') await patiently(world, () => runner.cancel(runId)).catch(ignoreAppErrors)
}

/** While another process holds the run, a person tries again. */
async function patiently(world: World, work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'run.locked' || tries > 20) throw error
      await world.time.sleep(31_000)
    }
  }
}

function ignoreAppErrors(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
