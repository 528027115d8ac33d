import { describe, expect, test } from 'vitest'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import {
  changedMoreReason,
  changedSinceNote,
  undecidedReason,
  withLookedAgain,
} from '../../../../src-main/engine/run/proof/change-reason.ts'
import { canPutBack, putBackCalls, stillChanged, wholeUpdate } from '../../../../src-main/engine/run/proof/put-back.ts'
import { changedMoreFailure, endOfPutBack, putBackStep } from '../../../../src-main/engine/run/proof/put-back-step.ts'
import type { LostField } from '../../../../src-main/engine/run/proof/proof-task.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'
import { otherTextNote } from '../../../../src-main/engine/run/words/row-words.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import { itemWith, message, situationWith, update } from '../answer/items.ts'

const change = (field: string, before: UnaskedChange['before'], after: UnaskedChange['after'] = null): UnaskedChange => ({
  field,
  before,
  after,
})
const target = { uuid: 'u1', name: 'New', notes: 'N' }
const notes = change('notes', 'N')
const permission = change('consent', true)
const lostName: LostField = { field: 'name', label: 'Name' }
const lostTags: LostField = { field: 'tags', label: 'Tags' }
const lostMessage: LostField = { field: 'Message', label: 'Message' }

test.each<[UnaskedChange, boolean]>([
  [change('posts', null), false],
  [change('phone', '+12025550101', '+12025550102'), false],
  [change('consent', false), true],
  [permission, false],
  [change('consent', null), false],
  [change('reachable', false, true), true],
  [change('reachable', true, false), false],
  [change('blocked', true, false), true],
  [change('blocked', false, true), false],
  [change('archived', false, true), true],
  // What came may be a colleague's, or another program's.
  [change('tags', [], ['lead']), false],
  [change('tags', ['vip'], ['vip', 'lead']), false],
  [change('tags', ['vip', 'lead'], ['lead']), true],
  [change('tags', ['vip'], ['lead']), true],
  [notes, true],
  [change('custom:f', null, 'x'), true],
])('%j may be put back: %s', (one, answer) => {
  expect(canPutBack(one)).toBe(answer)
  if (!answer) expect(putBackCalls([one], target)).toEqual([])
})

describe('a contact is put back', () => {
  const updated = (customer: object) => ({ kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New', notes: 'N', ...customer } })
  const refused = { kind: 'setConsent', uuid: 'u1', phone: null, consent: false }
  test.each<[string, UnaskedChange[], object[]]>([
    ['by what it was, with all that it has', [change('archived', false, true)], [updated({ archived: false })]],
    ['unsubscribed', [change('reachable', false, true)], [updated({ unreachable: true })]],
    ['with all of its tags', [change('tags', ['a', 'b'], [])], [updated({ tags: { handling: 'replace', tags: ['a', 'b'] } })]],
    ['without a tag', [change('tags', null, ['a'])], [updated({ tags: { handling: 'replace', tags: [] } })]],
    ['with its refusal, last', [change('consent', false), change('custom:f', '1')], [updated({ customFields: { f: '1' } }), refused]],
    ['with its refusal alone', [change('consent', false), permission], [refused]],
  ])('%s', (_what, changes, calls) => {
    expect(putBackCalls(changes, target)).toEqual(calls)
  })

  test('with what it has: nothing that is empty, no flag that is not set', () => {
    const has = { name: 'A', notes: 'B', tags: ['t'], archived: true, blocked: true, customFields: { f: '1', g: '' } }
    expect(wholeUpdate({ uuid: 'u', ...has })).toEqual({
      ...has,
      tags: { handling: 'replace', tags: ['t'] },
      customFields: { f: '1' },
    })
    expect(wholeUpdate({ uuid: 'u', name: '', notes: null, tags: [], archived: false, blocked: false, customFields: { g: '' } })).toEqual(
      {},
    )
    expect(wholeUpdate({ uuid: 'u', name: null, notes: '' })).toEqual({})
    expect(wholeUpdate({ uuid: 'u' })).toStrictEqual({})
  })

  test('as far as it shows that', () => {
    const changes = [notes, change('reachable', false, true), change('posts', null), change('custom:f', '1')]
    const left = (now: Partial<CustomerRecord>) => stillChanged(changes, { uuid: 'u1', ...now }).map(({ field }) => field)
    expect(left({})).toEqual(['notes', 'reachable', 'posts', 'custom:f'])
    expect(left({ notes: 'N', reachableBySms: false, customFields: { f: '1' } })).toEqual(['posts'])
    const untold = ['posts', 'texts', 'resolved', 'phone', 'verified'].map((field) => change(field, null))
    expect(stillChanged(untold, { uuid: 'u1', phone: null, customFields: {} })).toEqual(untold)
    expect(stillChanged([change('notes', null, 'x')], { uuid: 'u1' })).toHaveLength(1)
    expect(left({ notes: 'M', reachableBySms: true, customFields: {} })).toEqual(['notes', 'reachable', 'posts', 'custom:f'])
  })
})

describe('what follows from looking at a contact that was put back', () => {
  const putBack = (rounds: number, changes = [notes]) => ({ changes, target, rounds, isCutShort: false })
  const written = { call: update, postUuid: null, answeredAtMs: 1_000, looks: 1, before: null }
  const step = (now: CustomerRecord | null, { rounds = 1, changes = [notes], sentAtMs = 61_000, lagMs = null as number | null } = {}) =>
    putBackStep(
      itemWith({ calls: [update, update], ordinal: 1, putBack: putBack(rounds, changes) }),
      written,
      now,
      situationWith({ sentAtMs, nowMs: sentAtMs + 10, profile: { ...unknownService, lagMs } }),
    )
  const shows = (text: string | null) => ({ uuid: 'u1', notes: text })
  const ended = (notBack: UnaskedChange[]) => ({
    item: { phase: { kind: 'call' } },
    next: { kind: 'ends', outcome: 'done', failure: null },
    notBack,
    notDone: [],
  })

  test('it ends where it is back, where nobody can put back what is left, and where it is gone', () => {
    expect(step(shows('N'))).toEqual(ended([]))
    expect(step({ uuid: 'u1', consent: null, notes: 'N' }, { changes: [notes, permission], sentAtMs: 1_001 })).toEqual(ended([permission]))
    expect(step(null, { sentAtMs: 1_001 })).toEqual(ended([notes]))
  })

  test('it is looked at again as long as a read may be late, longer from look to look, to the end of that time', () => {
    const again = (parts: object) => step(shows(null), parts)
    expect(again({ sentAtMs: 60_999 })).toMatchObject({ item: { phase: { kind: 'verify', looks: 2 } }, next: { kind: 'goes', afterMs: 0 } })
    expect(again({ sentAtMs: 60_000 }).next).toEqual({ kind: 'goes', afterMs: 990 })
    expect(again({ sentAtMs: 2_000 }).next).toEqual({ kind: 'goes', afterMs: 1_000 })
    // Reads that are known to be quick are believed soon.
    expect(again({ sentAtMs: 2_999, lagMs: 5 })).toMatchObject({ item: { phase: { kind: 'verify' } } })
    expect(again({ sentAtMs: 3_000, lagMs: 5 })).toMatchObject({ item: { phase: { kind: 'call' } } })
  })

  test('then the rest is put back once more, three times in all', () => {
    const more = step(shows(null), { changes: [notes, permission], rounds: 2 })
    const back = { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New', notes: 'N' } }
    expect(more).toMatchObject({ item: { phase: { kind: 'call' }, putBack: { rounds: 3 }, calls: [update, back] }, next: { afterMs: 0 } })
    expect(step(shows(null), { rounds: 3 })).toEqual(ended([notes]))
  })

  test.each<[string, LostField[], CustomerRecord | null, LostField[]]>([
    ['nothing where it is there by now', [lostName], { uuid: 'u1', name: ' New', notes: 'N' }, []],
    ['what is not there', [lostName], { uuid: 'u1', name: 'Old', notes: 'N' }, [lostName]],
    ['what is not shown', [lostName], { uuid: 'u1', notes: 'N' }, [lostName]],
    ['what cannot be told, for nobody knows what was there before', [lostTags], { uuid: 'u1', notes: 'N', tags: [] }, [lostTags]],
    ['all where the contact is gone', [lostName, lostMessage], null, [lostName, lostMessage]],
    ['what no record shows', [lostMessage], { uuid: 'u1', notes: 'N' }, [lostMessage]],
    ['nothing of what is there with another text', [{ ...lostMessage, isThere: true }], { uuid: 'u1', notes: 'N' }, []],
  ])('of what the row asked for it misses %s', (_what, lost, now, notDone) => {
    const { notDone: missed } = putBackStep(
      itemWith({ putBack: { ...putBack(1), lost } }),
      written,
      now,
      situationWith({ sentAtMs: 61_000 }),
    )
    expect(missed).toEqual(notDone)
  })

  test('it is asked only of one that was put back', () => {
    expect(() => putBackStep(itemWith(), written, null, situationWith())).toThrow('Row 3 is not put back.')
  })
})

describe('in words', () => {
  const label = createFieldLabels([])
  test.each([
    [[], false, 'Put back as it was: Notes.', 'What the row asked for is there.'],
    [[permission], false, 'Put back as it was: Notes. Not put back: Consent.', 'put the rest back there'],
    [[notes, permission], true, 'Not put back: Notes, Consent. What else the row was to do was left out.', 'put the rest back there'],
  ] as const)('what is not back: %j', (notBack, isCutShort, words, hint) => {
    const failure = changedMoreFailure({ changes: [notes, ...notBack.filter((one) => one !== notes)], notBack, isCutShort }, label)
    expect(failure).toMatchObject({
      code: 'service.changed_more',
      message: expect.stringContaining(`. ${words}`),
      hint: expect.stringContaining(hint),
    })
    expect(failure.message.endsWith(words)).toBe(true)
    expect(failure.message).toContain('asked to: Notes was emptied')
  })

  test('what is left as it is, for somebody may have done it', () => {
    const given = { changes: [notes], notBack: [], isCutShort: false }
    const failure = changedMoreFailure({ ...given, left: [change('name', 'A', 'B')] }, label)
    expect(failure.message).toContain('left so, for somebody may have done it: Name was changed.')
    expect(failure.hint).toContain('put the rest back there')
    expect(changedMoreFailure(given, label).message).toBe(
      'The service changed more than it was asked to: Notes was emptied. Put back as it was: Notes.',
    )
    expect(changedMoreFailure({ ...given, notBack: [notes] }, label).message).not.toContain('Put back')
    expect(changedMoreFailure({ ...given, notBack: [notes], left: [notes] }, label).hint).toContain('put the rest back there')
  })

  const given = { changes: [notes], notBack: [], isCutShort: false }
  const there: LostField = { ...lostMessage, isThere: true }
  test.each<[string, LostField[], LostField[], string]>([
    [
      'what is missing',
      [lostName, lostMessage],
      [lostName],
      'The service accepted the change but did not apply it: Name, Message. The service changed more than it was asked to: Notes was emptied. Put back as it was: Notes.',
    ],
    [
      'that it came after all',
      [lostName],
      [],
      'The service accepted the change but did not apply it: Name. The service changed more than it was asked to: Notes was emptied. Put back as it was: Notes. What the row asked for is there now, too.',
    ],
    [
      'what is there with another text',
      [there],
      [],
      `${otherTextNote('import').message} The service changed more than it was asked to: Notes was emptied. Put back as it was: Notes.`,
    ],
    [
      'both',
      [lostName, { field: 'Whisper', label: 'Whisper', isThere: true }],
      [lostName],
      `The service accepted the change but did not apply it: Name. ${otherTextNote('whisper').message} The service changed more than it was asked to: Notes was emptied. Put back as it was: Notes.`,
    ],
  ])('of what the row asked for: %s', (_what, lost, notDone, words) => {
    expect(changedMoreFailure({ ...given, lost, notDone }, label).message).toBe(words)
  })

  test('the row is to be imported again where something is missing, and not for another text', () => {
    const hintOf = (notDone: LostField[]) => changedMoreFailure({ ...given, lost: notDone, notDone }, label).hint
    expect(hintOf([there, lostName])).toContain('Then import the row again.')
    expect(hintOf([there])).toContain('What the row asked for is there.')
    const outcomeOf = (notDone: LostField[]) => endOfPutBack({ calls: [update] }, { ...given, lost: notDone, notDone }, label).outcome
    expect(outcomeOf([there, lostName])).toBe('failed')
    expect(outcomeOf([there])).toBe('done')
  })

  test.each([
    [[update], [], false, 'done'],
    [[update], [], true, 'failed'],
    [[update], [permission], false, 'failed'],
    // A message that is there is not sent again.
    [[update, message], [permission], false, 'done'],
    [[message], [permission], true, 'failed'],
  ] as const)('how the row ends: %j', (calls, notBack, isCutShort, outcome) => {
    expect(endOfPutBack({ calls: [...calls] }, { changes: [notes, ...notBack], notBack, isCutShort }, label)).toMatchObject({
      outcome,
      failure: { code: 'service.changed_more' },
    })
  })

  test('of many contacts some, and how many more', () => {
    const cases = (count: number) => Array.from({ length: count }, (_, line) => ({ line, words: ['w'], isBack: true }))
    expect(changedMoreReason(cases(5)).message).toContain('(row 0: w; row 1: w; row 2: w; row 3: w; row 4: w)')
    expect(changedMoreReason(cases(7)).message).toContain('row 4: w; and 2 more)')
    expect(changedSinceNote(['Name was changed', 'w'])).toMatchObject({
      code: 'service.doubtful',
      message: expect.stringContaining('right before: Name was changed, w.'),
    })
  })

  const one = { line: 3, words: ['Notes was emptied', 'Name was changed'], isBack: true }
  test.each([
    [[one], 'It was put back as it was.'],
    [[one, { ...one, line: 4 }], 'All of them were put back as they were.'],
    [[{ ...one, isBack: false }], 'see the row concerned.'],
    [[one, { ...one, isBack: false }], 'see the rows concerned.'],
  ])('why the run stops: %j', (cases, words) => {
    const { message, hint, offers } = changedMoreReason(cases)
    expect(message).toContain('(row 3: Notes was emptied, Name was changed')
    expect(message.endsWith(words)).toBe(true)
    expect([hint.startsWith('Look at'), offers]).toEqual([true, undefined])
    expect(undecidedReason(cases).message).toContain('(row 3: Notes was emptied, Name was changed')
  })

  test('what it offers', () => {
    const { hint, offers } = changedMoreReason([one], ['texts', 'tags'])
    expect([hint, offers]).toEqual([expect.stringContaining('(--live-with texts,tags)'), ['texts', 'tags']])
  })

  test('what the rows are like that were read again', () => {
    const reason = { code: 'run.changed_more', message: 'M.', hint: 'H.' } as const
    const said = (parts: object) => withLookedAgain(reason, { asked: [], wrong: [], changed: [], back: [], unread: [], ...parts })
    expect(said({})).toBe(reason)
    expect(said({ asked: [2] })).toEqual({
      ...reason,
      message:
        'M. One more row was sent since the last one that was looked up and was as it should be. It was read again: all is as it should be.',
    })
    const { message, hint } = said({
      asked: [9, 8],
      wrong: [5, 3],
      back: [6],
      changed: [7],
      unread: Array.from({ length: 22 }, (_, at) => 40 - at),
    })
    expect(message).toContain('M. 28 more rows were sent')
    expect(message).toContain(
      'They were read again: rows 3, 5 were not done as asked; row 6 had other changes than were asked for and was put back as it was; row 7 has other changes than were asked for; rows 19, 20,',
    )
    expect(message).toContain('37, 38 and 2 more could not be told; 2 as they should be.')
    expect(hint).toBe('H. Look at the contacts of these rows, too: the results say beside each what is different.')
    expect(said({ wrong: [3] }).message.endsWith('read again: row 3 was not done as asked.')).toBe(true)
    expect(said({ asked: [2], back: [3] }).hint).toBe('H.')
    expect(said({ unread: Array.from({ length: 20 }, (_, at) => at) }).message).not.toContain('more could')
  })
})
