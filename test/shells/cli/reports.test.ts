import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanSummary, RunRow, RunSummary } from '../../../src-main/engine/contract.ts'
import { errorCodes } from '../../../src-main/engine/model/errors.ts'
import { recipeSchema } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { runStates } from '../../../src-main/engine/model/runs/run-schema.ts'
import { exitCodeOf, exitCodeOfRun } from '../../../src-main/shells/cli/output/exit-codes.ts'
import { planObject, planText } from '../../../src-main/shells/cli/output/plan-report.ts'
import { historyObject, historyText, runObject, runText, stateWord } from '../../../src-main/shells/cli/output/run-report.ts'
import { onLines, unknownObjects, unknownText } from '../../../src-main/shells/cli/unknown-rows.ts'
import { counted, duration } from '../../../src-main/shells/cli/output/number-words.ts'

const recipe = recipeSchema.parse({ version: 1, name: 'Monthly', kind: 'contacts', match: { by: 'phone', column: 'Phone' }, fields: [] })
const issue = {
  code: 'phone.invalid',
  severity: 'error',
  rows: 3,
  line: 12,
  column: 'Phone',
  value: 'abc',
  message: 'This is no phone number.',
  hint: 'Mend it.',
} as const

const guard = {
  guard: 'consent' as const,
  rows: 10,
  contacts: 9,
  released: false,
  message: '9 contacts would get consent although they opted out.',
}

const waits = { code: 'rows.not_found', rows: 700, message: '700 of 1,234 rows are about contacts that are not in this account.' }

const plan: PlanSummary = {
  id: 'p1',
  kind: 'contacts',
  fileId: 'f',
  fileName: 'contacts.csv',
  state: 'ready',
  recipe,
  createdAtSeconds: 0,
  rows: 1234,
  send: 900,
  unchanged: 300,
  held: 10,
  skipped: 20,
  invalid: 4,
  calls: 950,
  fileHeld: { rows: 0, contacts: 0, calls: 0 },
  notFound: 0,
  contacts: 890,
  reads: 0,
  issues: [issue],
  skips: [{ reason: 'no such contact', rows: 20 }],
  guards: [guard],
  fields: [{ field: 'name', label: 'Name', rows: 900 }],
  attention: [waits],
  unlikeSha256: null,
  error: null,
  runId: null,
  correctionsThrough: 0,
  corrections: 0,
  duplicateGroups: 0,
  retriesRunId: null,
  retriedOutcome: 'failed',
  undoesRunId: null,
  undo: null,
}

const run: RunSummary = {
  id: 'r1',
  planId: 'p1',
  kind: 'contacts',
  fileName: 'contacts.csv',
  state: 'finished',
  reason: null,
  operator: 'pat',
  rows: 10,
  done: 3,
  failed: 1,
  unknown: 1,
  pending: 1,
  unchanged: 1,
  held: 1,
  skipped: 1,
  invalid: 1,
  calls: 5,
  startedAtSeconds: 1_700_000_000,
  finishedAtSeconds: null,
  failures: [{ code: 'service.refused', message: 'The service refused it.', hint: 'Look at the row.', rows: 1, line: 7 }],
  attention: [waits],
  undo: null,
  undoneByRunId: null,
  retriesRunId: null,
  releasedByRunId: null,
  forgottenAtSeconds: null,
}

describe('a plan', () => {
  test('as JSON is exactly the documented object', () => {
    const { hint: _hint, severity: _severity, ...documentedIssue } = issue
    expect(planObject(plan)).toEqual({
      plan: 'p1',
      rows: 1234,
      send: 900,
      unchanged: 300,
      held: 10,
      skipped: 20,
      invalid: 4,
      calls: 950,
      reads: 0,
      issues: [documentedIssue],
      guards: [{ guard: 'consent', contacts: 9, rows: 10, released: false }],
      attention: [waits],
    })
  })

  test('in words shows every class, why rows are skipped, and where the problems are', () => {
    const text = planText(plan)
    expect(text).toContain('1,234  rows in the file')
    expect(text).toContain('  900  will change (950 calls for 890 contacts)')
    expect(text).toContain('9 contacts would get consent although they opted out.')
    expect(text).toContain('rollcall run p1 --release-row LINE --evidence TEXT --evidence-date DATE')
    expect(text).toContain('20  no such contact')
    expect(text).toContain('Look at this\n  700 of 1,234 rows are about contacts')
    expect(text).toContain('3 rows, the first is row 12, Phone "abc": This is no phone number. Mend it.')
  })
})

describe('a run', () => {
  test('as JSON is exactly the documented object, and its rows add up', () => {
    const object = runObject(run)
    expect(object).toEqual({
      run: 'r1',
      state: 'finished',
      rows: 10,
      done: 3,
      failed: 1,
      unknown: 1,
      pending: 1,
      unchanged: 1,
      held: 1,
      skipped: 1,
      invalid: 1,
      calls: 5,
      attention: [waits],
    })
  })

  test('that was interrupted counts as paused', () => {
    expect(runStates.map(stateWord)).toEqual(['running', 'running', 'running', 'paused', 'paused', 'cancelled', 'finished'])
  })

  test('in words says how to go on', () => {
    expect(runText({ ...run, state: 'interrupted' })).toContain('rollcall resume r1')
    expect(runText(run)).toContain('rollcall results r1 --out FOLDER')
    expect(runText(run)).toContain('rollcall retry r1 --yes')
    expect(runText(run)).toContain('rollcall unknown r1')
    const well = { ...run, failed: 0, unknown: 0, held: 0, done: 6, failures: [] }
    expect(runText(well)).toContain('rollcall results r1 --out FOLDER')
    expect(runText({ ...well, invalid: 0, done: 7 })).not.toContain('rollcall results')
  })

  test('that is paused says what it waits for and how to go on, in its report and in the history', () => {
    const paused: RunSummary = {
      ...run,
      state: 'paused',
      reason: { code: 'sign_in.needed', message: 'Your sign-in has ended.', hint: 'Sign in again, then resume.' },
    }
    for (const text of [runText(paused), historyText([paused])]) {
      expect(text).toContain('Your sign-in has ended.')
      expect(text).toContain('rollcall resume r1')
    }
    expect(runText(paused)).toContain('rollcall sign-in')
    expect(runText(paused)).not.toContain('rollcall retry')
  })

  test('groups what failed by cause and says why rows were held', () => {
    const failures = [
      { code: 'service.refused', message: 'The phone number is not reachable.', hint: 'Ask for another one.', rows: 38, line: 1007 },
    ]
    const text = runText({ ...run, failures }, [guard, { ...guard, guard: 'clear', released: true, message: 'released' }])
    expect(text).toContain('38 rows, the first is row 1,007: The phone number is not reachable. Ask for another one.')
    expect(text).toContain('10 rows held: 9 contacts would get consent although they opted out.')
    expect(text).not.toContain('held: released')
  })

  test('is listed with the newest first, its counts and a time', () => {
    const { runs } = historyObject([run, { ...run, id: 'r2', startedAtSeconds: 1_700_000_100 }]) as { runs: object[] }
    expect(runs).toHaveLength(2)
    expect(runs[0]).toMatchObject({
      run: 'r2',
      kind: 'contacts',
      file: 'contacts.csv',
      state: 'finished',
      startedAt: '2023-11-14T22:15:00.000Z',
      rows: 10,
      calls: 5,
    })
    expect(runs[1]).toMatchObject({ run: 'r1', startedAt: '2023-11-14T22:13:20.000Z' })
  })
})

describe('rows with an unknown outcome', () => {
  const row = (line: number, error: string): RunRow => ({
    row: line - 1,
    line,
    outcome: 'unknown',
    contact: { uuid: 'u', name: 'Ada', phone: '+12125550101' },
    changes: 'Message',
    error,
    hint: 'Look there.',
  })

  test('are listed by cause, with line and contact, and with all that can be decided', () => {
    const text = unknownText('r1', [row(3, 'No answer was seen.'), row(7, 'It crashed.'), row(9, 'No answer was seen.')])
    expect(text).toMatch(/2 rows: No answer was seen\. Look there\.\n {2}row 3 {2}Ada, \+12125550101 {2}\(Message\)\n {2}row 9/)
    for (const decision of ['--check', '--mark-done', '--send-again --yes']) expect(text).toContain(`rollcall unknown r1 ${decision}`)
    expect(unknownObjects([row(3, 'No answer was seen.')])).toEqual([
      { line: 3, uuid: 'u', name: 'Ada', phone: '+12125550101', changes: 'Message', error: 'No answer was seen.', hint: 'Look there.' },
    ])
  })

  test('are chosen by line, and a line without one is refused', () => {
    expect(onLines([row(3, ''), row(9, '')], [9, 9]).map(({ row }) => row)).toEqual([8])
    expect(() => onLines([row(3, '')], [4])).toThrow('Row 4')
  })
})

describe('exit codes', () => {
  test('tell how a run ended', () => {
    const ended = (fields: Partial<RunSummary>) => exitCodeOfRun({ ...run, failed: 0, unknown: 0, attention: [], ...fields })
    expect(ended({})).toBe(0)
    expect(ended({ attention: [waits] })).toBe(6)
    expect(ended({ attention: [waits], failed: 1 })).toBe(3)
    const kept = { code: 'undo.kept', rows: 2, message: '2 changes were kept.' }
    expect(ended({ attention: [kept] })).toBe(0)
    expect(ended({ attention: [kept, waits] })).toBe(6)
    expect(ended({ attention: [kept], unknown: 1 })).toBe(3)
    expect(ended({ attention: [waits], state: 'paused' })).toBe(5)
    expect(ended({ failed: 1 })).toBe(3)
    expect(ended({ unknown: 1 })).toBe(3)
    expect(ended({ state: 'paused', failed: 1 })).toBe(5)
    expect(ended({ state: 'interrupted' })).toBe(5)
    expect(ended({ state: 'paused', reason: { code: 'sign_in.needed', message: '', hint: '' } })).toBe(4)
  })

  test('are of the documented ones for every error', () => {
    expect(new Set(errorCodes.map(exitCodeOf))).toEqual(new Set([1, 2, 4, 5, 7]))
    expect(exitCodeOf('cancelled')).toBe(5)
    expect(exitCodeOf('run.locked')).toBe(5)
    expect(exitCodeOf('plan.unlike')).toBe(7)
    expect(exitCodeOf('sign_in.needed')).toBe(4)
    expect(exitCodeOf('recipe.invalid')).toBe(2)
    expect(exitCodeOf('internal')).toBe(1)
  })
})

describe('words', () => {
  test('count one thing as one', () => {
    expect([counted(0, 'row'), counted(1, 'row'), counted(12345, 'row')]).toEqual(['0 rows', '1 row', '12,345 rows'])
  })

  test('a time left never reads less than it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 400_000, noNaN: true }), (seconds) => {
        const [, hours = '0', minutes = '0', rest = '0'] = /^(?:(\d+) h )?(?:(\d+) min)?(?:(\d+) s)?$/.exec(duration(seconds)) ?? []
        expect(Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)).toBeGreaterThanOrEqual(seconds)
      }),
    )
  })
})
