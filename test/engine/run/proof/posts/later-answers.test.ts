import { describe, expect, test } from 'vitest'
import { createFieldLabels } from '../../../../../src-main/engine/model/contacts/field-labels.ts'
import { createLanes } from '../../../../../src-main/engine/run/dispatch/lanes.ts'
import type { Stop } from '../../../../../src-main/engine/run/dispatch/execution-state.ts'
import type { RunProgress } from '../../../../../src-main/engine/model/runs/run-schema.ts'
import type { RunItem } from '../../../../../src-main/engine/run/dispatch/run-item.ts'
import { emptyEntries } from '../../../../../src-main/engine/run/journal/journal-writer.ts'
import { createLaterAnswers } from '../../../../../src-main/engine/run/proof/posts/later-answers.ts'
import type { UnaskedChange } from '../../../../../src-main/engine/run/proof/unasked-changes.ts'
import { usualPatience } from '../../../../../src-main/engine/run/late/patience.ts'
import { runRows, runSummary } from '../../../../../src-main/engine/results/run-summary.ts'
import { itemWith, message, sharedState, toVerify, update } from '../../answer/items.ts'
import { hurriedClock, runStations } from '../../run-stations.ts'

const station = runStations()
/** Service and run go by one clock, whose waiting takes no time. `progressMs`: how much later it is whenever the run has told of its progress. */
async function imported(faults: string, count: number, progressMs = 0) {
  const clock = hurriedClock()
  const progress: RunProgress[] = []
  const onProgress = (one: RunProgress) => {
    progress.push(one)
    clock.jump(progressMs)
  }
  const settings = () => ({ concurrency: 1, requestsPerMinute: null })
  const here = await station({ contacts: 60, clock }, { clock, patience: usualPatience, settings, onProgress })
  const rows = here.phones
    .slice(0, count)
    .map((phone) => ({ phone, message: { body: `To ${phone}`, attachments: [], sentAtSeconds: null } }))
  const planId = await here.plan(rows, { kind: 'messages' })
  if (faults !== '') here.sandbox.setFaults(faults)
  const runId = await here.runner.start(planId)
  await here.runner.whenSettled(runId)
  const notes = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 60 }).rows.filter(
    ({ error }) => error?.includes('Some seconds later') === true,
  )
  const summary = runSummary(here.store, runId, clock.nowMs())
  return { progress, summary, notes: notes.map(({ line, error }) => ({ line, error })) }
}

test('a service that answers messages some seconds after them stops the run at the second one, and both rows say so', async () => {
  const { summary, notes } = await imported('late-reply@import-message=1500', 50, 300)
  expect(summary).toMatchObject({ state: 'paused', failed: 0, reason: { code: 'run.changed_more' } })
  expect(summary.reason?.message).toMatch(/Some seconds after .*row 2: a message was added.*row 3: a message was added/)
  expect(summary.pending).toBeGreaterThan(20)
  expect(notes.map(({ line }) => line)).toEqual([2, 3])
  for (const { error } of notes) expect(error).toContain('a message was added to the conversation')
})

test('nobody is told that the service has problems while the run only looks whether anything answers', async () => {
  const { progress, summary, notes } = await imported('', 2)
  expect(summary).toMatchObject({ state: 'finished', done: 2 })
  expect(notes).toEqual([])
  const kinds = progress.map(({ wait }) => wait?.kind)
  expect(kinds).toContain('late_reads')
  expect(kinds).not.toContain('backoff')
})

test('one answer alone, which may be a colleague’s, is told beside its row, and stops nothing', async () => {
  const { summary, notes } = await imported('late-reply@import-message=1000/1', 3)
  expect(summary).toMatchObject({ state: 'finished', done: 3 })
  expect(notes).toMatchObject([{ line: 2, error: expect.stringContaining('a message was added to the conversation') }])
})

test('a short file that a service answers is told beside its rows, and finishes', async () => {
  const { summary, notes } = await imported('late-reply@import-message=1000', 2)
  expect(summary).toMatchObject({ state: 'finished', done: 2 })
  expect(notes.map(({ line }) => line)).toEqual([2, 3])
})

test('what comes only at the end is found when all else is done', async () => {
  // Few rows: on a busy computer, too, they are done before the first answer.
  const { notes, summary } = await imported('late-reply@import-message=1500', 8)
  expect(summary).toMatchObject({ state: 'finished', done: 8 })
  expect(notes.map(({ line }) => line)).toEqual(expect.arrayContaining([2, 3]))
})

describe('of a message that was proven', () => {
  const posts = { uuids: new Set<string>(), newestSeconds: null }
  const written = (parts: Partial<Parameters<typeof toVerify>[1]> = {}) => {
    const phase = toVerify(message, { before: { record: null, posts }, ...parts })
    if (phase.kind !== 'verify') throw new Error('It is to be looked up.')
    return phase
  }
  const reply: UnaskedChange = { field: 'posts', before: null, after: null }
  const resolved: UnaskedChange = { field: 'resolved', before: false, after: true }

  function watch() {
    const stops: Stop[] = []
    const counts = { rows: 9, done: 5, failed: 0, unknown: 0, pending: 4, unchanged: 0, held: 0, skipped: 0, invalid: 0, calls: 5 }
    const state = {
      ...sharedState(),
      lanes: createLanes<RunItem>(),
      counts,
      pendingRows: { line: (row: number) => row + 1 },
      stop: (stop: Stop) => void stops.push(stop),
    }
    const later = createLaterAnswers(state, createFieldLabels([]))
    /** Looks at everything that is watched, and finds this. */
    const look = (changes: UnaskedChange[]) => {
      const entries = emptyEntries()
      for (const item of state.watched)
        later.answered(item, { kind: 'verified', lost: [], isShown: true, isLate: false, changes, seen: null }, entries, 9_000)
      return entries.rows
    }
    return { later, look, stops, watched: state.watched }
  }

  test.each([
    ['what Rollcall has resolved again', [resolved], 0],
    ['an answer', [reply], 1],
    ['both', [resolved, reply], 1],
    ['nothing', [], 0],
  ])('%s is told or not', (_what, changes, told) => {
    const { later, look, stops } = watch()
    later.watch({ ...itemWith({ row: 1 }), ended: 'done' }, written(), 1_000)
    expect(look(changes)).toHaveLength(told)
    expect(stops).toEqual([])
  })

  const undo = { uuid: 'u1', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: [] }
  const putBack = { target: { uuid: 'u1' }, changes: [], rounds: 1, isCutShort: false }
  test.each([
    ['a message', itemWith(), written(), 1],
    ['one of which nothing was read right before', itemWith(), written({ before: null }), 0],
    ['one whose conversation was not read right before', itemWith(), written({ before: { record: null, posts: null } }), 0],
    ['a change that leaves no post', itemWith(), { ...written(), call: update }, 0],
    ['what takes something back', itemWith({ undo }), written(), 0],
    ['what puts a contact back', itemWith({ putBack }), written(), 0],
  ])('%s is watched or not', (_what, item, phase, count) => {
    const { later, watched } = watch()
    later.watch(item, phase, 1_000)
    expect(watched.size).toBe(count)
  })

  test('five rows are watched, each once', () => {
    const { later, watched } = watch()
    for (const row of [1, 1, 2, 3, 4, 5, 6, 7]) later.watch(itemWith({ row }), written(), 1_000)
    expect([...watched].map(({ row }) => row)).toEqual([1, 2, 3, 4, 5])
  })

  test('a last look is taken only at what was looked at as long ago as a service takes to answer', () => {
    const seen = () => {
      const { later, look, watched } = watch()
      later.watch({ ...itemWith({ row: 1 }), ended: 'done' }, written(), 1_000)
      look([])
      expect(watched.size).toBe(0)
      return { later, watched }
    }
    const answeredByMs = 9_000 + usualPatience.answersMs
    const early = seen()
    expect([early.later.beginLast(answeredByMs - 1), early.watched.size]).toEqual([false, 0])
    const late = seen()
    expect([late.later.beginLast(answeredByMs), late.watched.size]).toEqual([true, 1])
  })

  test('nothing is said where its conversation could not be read', () => {
    const { later, stops, watched } = watch()
    later.watch({ ...itemWith({ row: 1 }), ended: 'done' }, written(), 1_000)
    const entries = emptyEntries()
    for (const item of watched) later.answered(item, null, entries, 9_000)
    expect([entries.rows, stops, watched.size]).toEqual([[], [], 0])
    // Who was not seen once is not looked at a last time.
    expect(later.beginLast(900_000)).toBe(false)
  })
})
