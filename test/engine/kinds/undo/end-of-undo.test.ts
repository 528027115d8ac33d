import { describe, expect, test } from 'vitest'
import type { FieldChange } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { endOfUndo } from '../../../../src-main/engine/kinds/undo/end-of-undo.ts'
import type { UndoFate } from '../../../../src-main/engine/kinds/undo/undo-row.ts'

const changeOf = (field: string): FieldChange => ({ field, label: field.toUpperCase(), before: 'a', beforeKnown: true, after: 'b' })
/** How a row ends whose fields have these fates; `sent`: those that were written. */
function end(
  outcome: 'done' | 'failed' | 'held' | 'unknown',
  fates: Record<string, UndoFate>,
  sent: string[],
  failure: Parameters<typeof endOfUndo>[1] = null,
) {
  const decided = Object.entries(fates).map(([field, fate]) => ({ change: changeOf(field), fate, reason: null }))
  return endOfUndo(outcome, failure, { written: Object.keys(fates).map(changeOf), decided, sent: new Set(sent) })
}
const nothing = { restored: [], kept: [], impossible: [], already: [], held: [], unknown: [], failed: [] }
const why = { code: 'x', message: 'm', hint: 'h' }

describe('a row of an undo ends', () => {
  test('as it did where its contact could not be read: nothing came back', () => {
    const task = { written: [changeOf('a'), changeOf('b')], decided: null, sent: new Set<string>() }
    expect(endOfUndo('failed', why, task)).toEqual({ outcome: 'failed', failure: why, undone: { ...nothing, failed: ['a', 'b'] } })
  })

  test('done, with what came back', () => {
    expect(end('done', { a: 'restore', b: 'already' }, ['a'])).toEqual({
      outcome: 'done',
      failure: null,
      undone: { ...nothing, restored: ['a'], already: ['b'] },
    })
  })

  test('done where what it wrote before a crash is there already', () => {
    expect(end('done', { a: 'already' }, ['a']).undone).toEqual({ ...nothing, restored: ['a'] })
  })

  test('with what it wrote as failed, where its call failed', () => {
    expect(end('failed', { a: 'restore', b: 'kept', c: 'impossible', d: 'already' }, ['a'], why)).toEqual({
      outcome: 'failed',
      failure: why,
      undone: { ...nothing, kept: ['b'], impossible: ['c'], already: ['d'], failed: ['a'] },
    })
  })

  test('with what somebody edited after it was written as kept, not as restored', () => {
    expect(end('done', { a: 'kept', b: 'impossible' }, ['a', 'b']).undone).toEqual({ ...nothing, kept: ['a'], impossible: ['b'] })
  })

  test.each([
    [{ a: 'restore', b: 'kept' }, ['a'], 'undo.kept', 'B: somebody has edited this'],
    [{ a: 'already', b: 'kept' }, [], 'undo.kept', 'B: somebody has edited this'],
    [{ a: 'restore', b: 'impossible' }, ['a'], 'undo.not_shown', 'B: the service does not show it'],
    [{ a: 'restore', b: 'impossible', c: 'kept' }, ['a'], 'undo.kept', 'C: somebody has edited this since the run; B: the service'],
  ] as const)('done with a note where some of it stays: %j', (fates, sent, code, words) => {
    const ended = end('done', fates, [...sent])
    expect(ended).toMatchObject({ outcome: 'done', failure: { code } })
    expect(ended.failure?.message).toContain(words)
  })

  test.each([
    [{ a: 'kept', b: 'kept' }, 'undo.edited', 'edited A, B of'],
    [{ a: 'kept', b: 'impossible' }, 'undo.edited', 'edited A of'],
    [{ a: 'impossible' }, 'undo.not_shown', 'does not show A of'],
  ] as const)('held where all of it stays: %j', (fates, code, words) => {
    const ended = end('done', fates, [])
    expect(ended).toMatchObject({ outcome: 'held', failure: { code } })
    expect(ended.failure?.message).toContain(words)
  })

  test('held where it would allow texts again, as what it wrote is unknown where no answer was seen', () => {
    expect(end('done', { a: 'held' }, [])).toMatchObject({
      outcome: 'held',
      failure: { code: 'undo.permission' },
      undone: { ...nothing, held: ['a'] },
    })
    expect(end('unknown', { a: 'restore', b: 'held' }, ['a'], why)).toEqual({
      outcome: 'unknown',
      failure: why,
      undone: { ...nothing, unknown: ['a'], held: ['b'] },
    })
    const unread = { written: [changeOf('a')], decided: null, sent: new Set<string>() }
    expect(endOfUndo('held', why, unread).undone).toEqual({ ...nothing, held: ['a'] })
  })

  test('done where there was nothing to take back', () => {
    expect(end('done', {}, [])).toEqual({ outcome: 'done', failure: null, undone: nothing })
  })
})
