import { asProblem, type Problem } from './oracle/problem.ts'
import { checkEnd, checkLedger, checkTexting } from './oracle/check-end.ts'
import { checkUndo } from './oracle/check-undo.ts'
import { summaryOf } from './oracle/row-fates.ts'
import { type Errand, carryOut, stopByHand } from './people/office.ts'
import { World } from './people/world.ts'
import type { Scenario } from './seed/scenario.ts'

/** What came of a simulation. The same scenario always comes to the same. */
export interface Outcome {
  problems: Problem[]
  /** Of the service: how much was asked of it, until when. */
  writes: number
  reads: number
  effects: number
  endedAtMs: number
}

/** Longer than any wait that a service can ask for. */
const limitMs = 1000 * 60 * 60 * 72
/** Until the last effect that is still on its way has arrived. */
const allArrivedMs = 180_000
/** Between two files; what the first one left is on the disk by then. */
const betweenFilesMs = 60_000

/** Simulates a scenario from its beginning to its end, and asks what came of it. `trace` is told what happens. */
export async function simulate(scenario: Scenario, trace: World['trace'] = null): Promise<Outcome> {
  const world = new World(scenario, trace)
  let problems: Problem[] = []
  try {
    problems = await world.time.passUntilDone(live(world), limitMs)
  } catch (error) {
    problems = [asProblem(error)]
  } finally {
    world.end()
  }
  const { weather, service, time } = world
  return { problems, writes: weather.count.write, reads: weather.count.read, effects: service.effects.length, endedAtMs: time.nowMs }
}

async function live(world: World): Promise<Problem[]> {
  const { scenario, time, service, weather } = world
  const first = service.customers()
  const errands: Errand[][] = []
  for (const { phone, atMs, isInGroup } of scenario.stops ?? []) time.after(atMs, () => service.stopTexts(phone, time.nowMs, isInGroup))
  for (const { phone, atMs } of scenario.stopsByHand ?? []) time.after(atMs, () => stopByHand(world, phone))
  for (const { phone, field, atMs } of scenario.refusals ?? []) time.after(atMs, () => service.refuseByHand(phone, field, time.nowMs))
  service.onAsked = (asked) => {
    for (const { phone, afterMs, consent } of scenario.answers ?? [])
      if (phone === asked) time.after(afterMs, () => service.answersQuestion(phone, consent, time.nowMs))
  }
  let beforeLast = first
  for (const [at, file] of scenario.files.entries()) {
    if (at > 0) await time.sleep(betweenFilesMs)
    beforeLast = service.customers()
    const errand = newImport(file)
    const raced = at === 0 && scenario.isRaced ? [newImport(file)] : []
    errands.push([errand, ...raced])
    const deeds = at === 0 ? [...scenario.deeds] : []
    let cutsBefore = world.powerCuts
    await Promise.all([carryOut(world, 'first', errand, deeds), ...raced.map((other) => carryOut(world, 'second', other))])
    // Of a run that had finished, a power cut right afterwards can take some back: whoever comes back to the computer looks.
    while (world.powerCuts > cutsBefore) {
      cutsBefore = world.powerCuts
      for (const one of [errand, ...raced]) if (one.stop === null) await carryOut(world, 'first', one)
    }
    if (scenario.isRunAgain && errand.isCanceled) {
      const again = newImport(file)
      errands.at(-1)?.push(again)
      await carryOut(world, 'first', again)
    }
  }
  world.clearUp()
  await time.sleep(allArrivedMs)
  for (const errand of errands.flat()) if (errand.stop === null) await carryOut(world, 'first', errand)

  const problems = checkEnd(world, [...first, ...service.byColleagues], errands)
  problems.push(...world.order.problems())
  problems.push(...(await checkLedger(world)))
  const lastFile = scenario.files.at(-1)
  const lastErrand = errands.at(-1)?.[0]
  const isStopped = errands.flat().some(({ stop }) => stop !== null)
  if (problems.length > 0 || isStopped || lastFile === undefined || lastErrand === undefined) return problems

  const writesBefore = weather.count.write
  await time.sleep(betweenFilesMs)
  const again = newImport(lastFile)
  await carryOut(world, 'first', again)
  problems.push(...checkTexting(world, [...errands.slice(0, -1), [...(errands.at(-1) ?? []), again]]))
  if (isAllDone(world, lastErrand) && weather.count.write > writesBefore) {
    problems.push({ what: 'second run', message: `The same file once more made ${weather.count.write - writesBefore} calls.` })
  }
  if (scenario.isUndone && lastErrand.runId !== null) {
    service.isUndoing = true
    problems.push(...(await checkUndo(world, lastErrand.runId, [...service.byColleagues, ...beforeLast])))
    problems.push(...(await checkLedger(world)))
  }
  return problems
}

function newImport(file: Scenario['files'][number]): Errand {
  return { what: { kind: 'import', file }, planId: null, runId: null, stop: null, isCanceled: false }
}

/** Whether nothing of the file was left to be done. */
function isAllDone(world: World, { runId }: Errand): boolean {
  if (runId === null) return false
  const { failed, unknown, pending, held } = summaryOf(world, runId)
  return failed + unknown + pending + held === 0
}
