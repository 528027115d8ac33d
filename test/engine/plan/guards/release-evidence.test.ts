import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type Evidence,
  type HeldConsent,
  isReleasedByFile,
  readEvidence,
  whyNotReleased,
} from '../../../../src-main/engine/plan/guards/release-evidence.ts'

const dayMs = 24 * 60 * 60 * 1000
const at = (ms: number) => new Date(ms).toISOString()
/** A local time, so that the sentences are the same in every zone. */
const localMs = (...parts: [number, number, number, number?, number?, number?]) => new Date(...parts).getTime()
const nowMs = Date.UTC(2023, 5, 15, 12)

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
afterEach(() => void vi.unstubAllEnvs())

describe('evidence that a person writes', () => {
  test("is of this computer's clock, unless it names a zone", () => {
    // On Windows a zone that is taken out of the environment stays until there is another one.
    onTestFinished(() => void vi.stubEnv('TZ', zone))
    vi.stubEnv('TZ', 'America/New_York')
    const agreedAtMs = (date: string) => readEvidence({ text: 'Form', date }, nowMs).agreedAtMs
    expect(agreedAtMs('2023-03-31')).toBe(Date.UTC(2023, 2, 31, 4))
    expect(agreedAtMs('2023-03-31 14:30')).toBe(Date.UTC(2023, 2, 31, 18, 30))
    expect(agreedAtMs('2023-03-31T14:30:00Z')).toBe(Date.UTC(2023, 2, 31, 14, 30))
    expect(readEvidence({ text: 'Form', date: '2023-03-31', refusedDate: '2023-03-12' }, nowMs).refusedByMs).toBe(
      Date.UTC(2023, 2, 13, 4) - 1,
    )
  })

  test('may be of this very moment, and of no later one', () => {
    expect(readEvidence({ text: 'Form', date: at(nowMs) }, nowMs).agreedAtMs).toBe(nowMs)
    expect(() => readEvidence({ text: 'Form', date: at(nowMs) }, nowMs - 1)).toThrow('still to come')
  })

  test.each([
    ['2023-03-31', localMs(2023, 2, 31)],
    ['2023-03-31 14:30', localMs(2023, 2, 31, 14, 30)],
    ['2023-03-31 14:30:15', localMs(2023, 2, 31, 14, 30, 15)],
    ['2023-03-31T14:30:15+02:00', Date.UTC(2023, 2, 31, 12, 30, 15)],
    [' 2023-03-31T14:30:15Z ', Date.UTC(2023, 2, 31, 14, 30, 15)],
  ])('counts %j from its first moment', (date, agreedAtMs) => {
    expect(readEvidence({ text: 'Form', date }, nowMs)).toEqual({
      text: 'Form',
      date: date.trim(),
      agreedAtMs,
      refusedDate: null,
      refusedByMs: null,
    })
  })

  test.each([
    ['2023-03-31', localMs(2023, 3, 1) - 1],
    ['2022-12-31', localMs(2023, 0, 1) - 1],
    ['2023-03-31 14:30', localMs(2023, 2, 31, 14, 30)],
    ['2023-03-31T14:30:15Z', Date.UTC(2023, 2, 31, 14, 30, 15)],
  ])('counts a refusal that is stated for %j to its last moment', (refusedDate, refusedByMs) => {
    expect(readEvidence({ text: 'Form', date: '2023-05-01', refusedDate: ` ${refusedDate} ` }, nowMs)).toMatchObject({
      refusedDate,
      refusedByMs,
    })
  })

  test.each(['', ' \t', undefined])('states no refusal with %j', (refusedDate) => {
    expect(readEvidence({ text: 'Form', date: '2023-05-01', refusedDate }, nowMs)).toMatchObject({ refusedDate: null, refusedByMs: null })
  })

  test.each([
    [{ text: ' \n', date: '2023-01-01' }, 'Evidence has to say how the contact agreed again. Nothing was released.'],
    [{ text: 'Form', date: ' 03/04/2023 ' }, 'The date of the evidence is "03/04/2023", which leaves a doubt. Nothing was released.'],
    [{ text: 'Form', date: ' 2099-01-01 ' }, 'The evidence is dated 2099-01-01, which is still to come. Nothing was released.'],
    [{ text: 'Form', date: '2023-01-01', refusedDate: '?' }, 'The date of the refusal is "?", which leaves a doubt. Nothing was released.'],
    // A year of two digits may be of any century.
    [{ text: 'Form', date: '31 March 23' }, 'which leaves a doubt'],
  ])('is refused: %j', (written, words) => {
    expect(() => readEvidence(written, nowMs)).toThrow(
      expect.objectContaining({ code: 'guard.evidence', message: expect.stringContaining(words) }),
    )
  })
})

describe('a row that gives permission to somebody who refused', () => {
  const refusedMs = localMs(2023, 0, 2, 3, 4)
  const before = localMs(2022, 11, 31, 23, 59)
  const evidence = (agreedAtMs: number, refusedByMs: number | null = null): Evidence => ({
    text: 'Form',
    date: 'd',
    agreedAtMs,
    refusedDate: refusedByMs === null ? null : 'r',
    refusedByMs,
  })
  const known: HeldConsent = { readAtMs: null, refusedAtMs: refusedMs }
  const read: HeldConsent = { readAtMs: refusedMs }
  const unknown: HeldConsent = { readAtMs: null }

  test.each([
    ['is known', known, null],
    ['is stated', unknown, refusedMs],
    ['is stated, though the record was read later', { readAtMs: refusedMs + 1000 }, refusedMs],
    ['is known, whatever is stated', known, refusedMs + 1000],
    ['is known only from the record', read, null],
  ] as const)('is released by evidence that is later than the refusal, which %s', (_what, held, statedMs) => {
    expect(whyNotReleased(held, evidence(refusedMs + 1, statedMs))).toBeNull()
    expect(whyNotReleased(held, evidence(refusedMs, statedMs))).not.toBeNull()
    expect(whyNotReleased(held, evidence(before, statedMs))).not.toBeNull()
  })

  test('is not released where nothing tells when the contact refused', () => {
    expect(whyNotReleased(unknown, evidence(refusedMs))).toContain('on a time that nobody knows.')
  })

  test.each([
    ['known', known, null, 'The evidence is dated 2022-12-31 23:59, and the contact refused by 2023-01-02 03:04. It has to be later.'],
    ['known, not as stated', known, before, 'and the contact refused by 2023-01-02 03:04. It has to be later.'],
    ['stated', read, refusedMs + 60_000, 'and the contact refused by 2023-01-02 03:05, as you state. It has to be later.'],
    ['read', read, null, 'only that it had when its record was last read, on 2023-01-02 03:04.'],
    ['known without a time', { readAtMs: null, refusedAtMs: Number.MAX_SAFE_INTEGER }, null, 'refused by a time that nobody knows.'],
  ] as const)('says by when the refusal was: %s', (_what, held, statedMs, words) => {
    expect(whyNotReleased(held, evidence(before, statedMs))).toContain(words)
  })
})

describe('the number of contacts releases a row', () => {
  const refusedAtMs = nowMs - 10 * dayMs
  const held = (agreedAtMs: number, parts: Partial<HeldConsent> = {}): HeldConsent => ({
    optOut: 'consent',
    readAtMs: null,
    refusedAtMs,
    agreedAt: { atMs: agreedAtMs, precision: 'moment' },
    ...parts,
  })

  test.each([
    ['later', held(refusedAtMs + 1), true],
    ['at the same moment', held(refusedAtMs), false],
    ['earlier', held(refusedAtMs - 1), false],
    ['a day ahead, as zones are', held(nowMs + dayMs), true],
    ['further ahead', held(nowMs + dayMs + 1), false],
    ['on a day that may be before it in some zone', held(0, { agreedAt: { atMs: refusedAtMs + 1.5 * dayMs, precision: 'day' } }), false],
    ['on a day that is after it in every zone', held(0, { agreedAt: { atMs: refusedAtMs + 1.5 * dayMs + 1, precision: 'day' } }), true],
    [
      'later than the record was read',
      { optOut: 'consent', readAtMs: refusedAtMs, agreedAt: { atMs: refusedAtMs + 1, precision: 'moment' } },
      true,
    ],
    ['while nothing tells when it refused', { optOut: 'consent', readAtMs: null, agreedAt: { atMs: nowMs, precision: 'moment' } }, false],
    ['without a date', { optOut: 'consent', readAtMs: refusedAtMs }, false],
  ] as const)('whose contact agreed, by the file, %s: %s', (_when, row, answer) => {
    expect(isReleasedByFile(row, nowMs)).toBe(answer)
  })

  test.each([
    ['consent', true],
    ['blocked', true],
    ['unreachable', true],
    ['ledger', true],
    ['doNotText', true],
    ['posts', true],
    ['unconfirmed', false],
    ['columnGone', false],
    ['unreadable', false],
    ['undo', false],
  ] as const)('that is held because of "%s": %s', (optOut, answer) => {
    expect(isReleasedByFile(held(nowMs, { optOut }), nowMs)).toBe(answer)
  })

  test('of which nobody wrote down how the contact refused: never', () => {
    const { optOut: _, ...row } = held(nowMs)
    expect(isReleasedByFile(row, nowMs)).toBe(false)
  })
})
