import type { FieldValue } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { describe, expect, test } from 'vitest'
import { isAsBefore, livedWith, lostTexts, postFieldOf, storedLesson } from '../../../../src-main/engine/run/answer/alterations.ts'
import { liveWith, type ServiceProfile, unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import { runRows, runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { hurriedClock, notesOf, planTotals, type RowParts, runStations } from '../run-stations.ts'
import { readAgain } from '../proof/contacts-at-stake.ts'
import { undoRun } from '../undoing.ts'

const messageField = postFieldOf('import')

const station = runStations()
type Station = Awaited<ReturnType<typeof station>>

async function ran(here: Station, rows: RowParts[]) {
  const runId = await here.runner.start(await here.plan(rows))
  await here.runner.whenSettled(runId)
  return { runId, summary: runSummary(here.store, runId, Date.now()) }
}

test('names that are too long fail as themselves, the first as well, and stop neither a run nor a second one', async () => {
  const here = await station({ contacts: 40 })
  here.sandbox.setFaults('truncate=255:field=name')
  const rows = here.phones
    .slice(0, 30)
    .map((phone, at) => ({ phone, contact: { name: at % 5 === 0 ? `${at} ${'x'.repeat(300)}` : `Name ${at}` } }))
  const { summary, runId } = await ran(here, rows)
  expect(summary).toMatchObject({ state: 'finished', failed: 6, done: 24 })
  const { rows: failed } = runRows(here.store, runId, { outcome: 'failed', offset: 0, limit: 10 })
  expect(failed.map(({ error }) => error)).toEqual(failed.map(() => 'The service cut Name after 255 characters.'))
  // Nothing but these is left, so that they come in a row.
  expect((await ran(here, rows)).summary).toMatchObject({ state: 'finished', failed: 6, done: 0, unchanged: 24 })
})

test('texts that are altered in another way stop the run once, and no second run of the file', async () => {
  const here = await station({ contacts: 40 })
  here.sandbox.setFaults('html-escape:field=name')
  const rows = here.phones.slice(0, 20).map((phone, at) => ({ phone, contact: { name: at === 3 ? "O'Neil & Sons" : `Name ${at}` } }))
  const first = await ran(here, rows)
  expect(first.summary).toMatchObject({ state: 'finished', failed: 1, done: 19 })
  expect((await ran(here, rows)).summary).toMatchObject({ state: 'finished', failed: 1, unchanged: 19 })
  const others = here.phones.slice(20, 30).map((phone) => ({ phone, contact: { name: "O'Neil & Sons" } }))
  // In an account where nothing went well yet, the first one is reason to stop, but only once for each contact.
  expect((await ran(here, others)).summary).toMatchObject({ state: 'paused', reason: { code: 'run.not_applied' }, failed: 1 })
  expect((await ran(here, others.slice(0, 1))).summary).toMatchObject({ state: 'finished', failed: 1 })
})

describe('a text that the service has stored differently', () => {
  const name = (asked: string, answered: string, field = 'name') => ({ field, asked, answered })
  const long = 'x'.repeat(300)
  const cut = name(long, 'x'.repeat(60))
  const item = (before: string | null = 'Old', contacts = ['u1', '+1']) => ({
    changes: before === null ? [] : [{ field: 'name', label: 'Name', before, beforeKnown: true, after: 'New' }],
    contacts,
  })
  const found = (lost: Parameters<typeof lostTexts>[0], { row = item(), profile = {} as Partial<typeof unknownService> } = {}) =>
    lostTexts(lost, row, { ...unknownService, ...profile })
  const markOf = (lost: ReturnType<typeof name>, row = item()) => found([lost], { row }).learnt?.marks[0] ?? ''
  const cuts = [{ field: 'name', characters: 60 }]

  test('is expected where it was cut after 60 characters or more; that is learnt once', () => {
    const altered = { cuts, escapes: [], alters: [] }
    expect(found([cut])).toEqual({ isExpected: true, learnt: { kind: 'altered', marks: [markOf(cut)], ...altered }, cuts, altered })
    const profile = { cuts: { name: 60 }, altered: new Set([markOf(cut)]) }
    expect(found([cut], { profile })).toEqual({ isExpected: true, learnt: null, cuts, altered })
    for (const less of [{ cuts: { name: 61 } }, { altered: new Set<string>() }])
      expect(found([cut], { profile: { ...profile, ...less } }).learnt).not.toBeNull()
  })

  test.each([
    ['cut earlier', name(long, 'x'.repeat(59))],
    ['another one as long', name(long, 'y'.repeat(100))],
    ['its end', name(`${'y'.repeat(100)}${long}`, long)],
  ])('is not where it is %s, unless it was seen before', (_what, lost) => {
    expect(found([lost])).toMatchObject({ isExpected: false, learnt: { marks: [markOf(lost)], cuts: [] }, cuts: [] })
    const profile = { altered: new Set([markOf(lost)]), alters: new Set(['name']) }
    expect(found([lost], { profile })).toMatchObject({ isExpected: true, learnt: null, cuts: [] })
    for (const less of [{ altered: new Set<string>() }, { alters: new Set(['notes']) }])
      expect(found([lost], { profile: { ...profile, ...less } }).learnt).not.toBeNull()
  })

  test('is none where what was there before is there still, unless an earlier run may have left that', () => {
    expect(found([name('New', 'Old')])).toMatchObject({ isExpected: false, learnt: null, cuts: [], altered: null })
    expect(found([name('New', 'Old')], { row: item(null) }).learnt).not.toBeNull()
    expect(found([name('New', 'Old')], { row: item('Other') }).learnt).not.toBeNull()
    const row = item(cut.answered)
    expect(found([cut], { row })).toMatchObject({ isExpected: false, learnt: null })
    expect(found([cut], { row, profile: { cuts: { name: 60 } } })).toMatchObject({ isExpected: true, cuts })
    expect(found([cut], { row, profile: { cuts: { name: 59 } } })).toMatchObject({ isExpected: false })
    expect(found([name(long, 'y'.repeat(60))], { row: item('y'.repeat(60)), profile: { cuts: { name: 60 } } }).isExpected).toBe(false)
    expect(found([cut], { row, profile: { altered: new Set([markOf(cut)]) } }).isExpected).toBe(true)
  })

  test('is a name, notes or a custom field, and neither of both is nothing', () => {
    for (const field of ['name', 'notes', 'custom:f']) expect(found([name('a', 'b', field)]).learnt).not.toBeNull()
    for (const lost of [name('a', 'b', 'tags'), name('a', 'b', 'blocked'), name('nothing', 'b'), name('a', 'nothing')])
      expect(found([lost])).toEqual({ isExpected: false, learnt: null, cuts: [], altered: null })
  })

  test('is expected only together with all that is lost', () => {
    const mangled = name('a', 'b', 'notes')
    expect(found([cut, name('a', 'b', 'tags')])).toMatchObject({ isExpected: false, cuts })
    expect(found([cut, mangled])).toMatchObject({
      isExpected: false,
      learnt: { marks: [markOf(cut), markOf(mangled)], cuts, alters: ['notes'] },
    })
    expect(found([mangled, cut], { profile: { altered: new Set([markOf(mangled)]) } })).toMatchObject({ isExpected: true })
    expect(
      found([mangled, cut], { profile: { cuts: { name: 60 }, alters: new Set(['notes']), altered: new Set([markOf(mangled)]) } }).learnt,
    ).not.toBeNull()
  })

  test('is told by the rule that it follows, and of a message stops a run each time', () => {
    const escaped = name('a & b', 'a &amp; b', 'notes')
    expect(found([escaped])).toMatchObject({ isExpected: false, altered: { cuts: [], escapes: ['notes'], alters: [] } })
    const profile = { escapes: new Set(['notes']), altered: new Set([markOf(escaped)]) }
    expect(found([escaped], { profile })).toMatchObject({ isExpected: true, learnt: null })
    expect(found([escaped], { profile: { altered: profile.altered } }).learnt).toMatchObject({ escapes: ['notes'] })
    const message = name(long, 'x'.repeat(160), messageField)
    expect(found([message])).toMatchObject({ isExpected: false, learnt: { marks: [], cuts: [{ field: messageField, characters: 160 }] } })
    expect(found([message], { profile: { cuts: { [messageField]: 160 } } })).toMatchObject({ isExpected: false, learnt: null })
  })

  test('is known again by the number of its contact, its field and itself', () => {
    const mark = markOf(cut)
    expect(markOf(cut, item('Old', ['u2', '+1']))).toBe(mark)
    expect([
      markOf(cut, item('Old', ['u1', '+2'])),
      markOf(name('a', cut.answered)),
      markOf(name(long, cut.answered, 'notes')),
    ]).not.toContain(mark)
  })
})

describe('what is lived with', () => {
  const lost = (asked: string, answered: string, field = 'notes') => ({ field, asked, answered })
  const row = { changes: [{ field: 'notes', label: 'Notes', before: 'Old', beforeKnown: true, after: 'New' }], contacts: ['u1', '+1'] }
  const parts = (one: ReturnType<typeof lost>, profile: Partial<ServiceProfile>) => {
    const { lost: left, stored } = livedWith([one], row, { ...unknownService, livesWith: new Set(['altered-texts']), ...profile })
    return left.length > 0 ? 'lost' : stored.length > 0 ? 'stored' : 'same'
  }
  const altersNotes = { alters: new Set(['notes']) }
  const cases: [string, ReturnType<typeof lost>, Partial<ServiceProfile>, string][] = [
    ['escapes that are known', lost('a & b', 'a &amp; b'), { escapes: new Set(['notes']) }, 'same'],
    ['escapes of another field', lost('a & b', 'a &amp; b'), { escapes: new Set(['name']) }, 'lost'],
    ['more than the escapes that are known', lost('a & b', 'a'), { escapes: new Set(['notes']), cuts: { notes: 1 } }, 'stored'],
    ['escapes of a field of which only that it alters texts is known', lost('a & b', 'a &amp; b'), altersNotes, 'stored'],
    ['a cut that is known', lost('abcdef', 'abc'), { cuts: { notes: 3 } }, 'stored'],
    ['a cut elsewhere', lost('abcdef', 'abcd'), { cuts: { notes: 3 } }, 'lost'],
    ['any other text, where texts are altered', lost('damn', '****'), altersNotes, 'stored'],
    ['any other text, where that was never seen', lost('damn', '****'), {}, 'lost'],
    ['the text that was there before', lost('damn', 'Old'), altersNotes, 'lost'],
    ['nothing', lost('damn', 'nothing'), altersNotes, 'lost'],
    ['tags', lost('a', 'b', 'tags'), { alters: new Set(['tags']) }, 'lost'],
    ['what nobody chose', lost('damn', '****'), { ...altersNotes, livesWith: new Set() }, 'lost'],
  ]

  test('is nothing where nothing is lost', () => {
    expect(lostTexts([], row, unknownService).altered).toBeNull()
  })

  test.each(cases)('%s', (_what, one, profile, part) => {
    expect(parts(one, profile)).toBe(part)
  })

  test('is remembered with what the service made of it, but for messages, which are imported once', () => {
    expect(storedLesson([lost('a', 'b'), lost('a', 'b', messageField)])).toEqual({ kind: 'storedAs', marks: [expect.any(String)] })
    expect(storedLesson([lost('a', 'b', messageField)])).toBeNull()
  })
})

test.each<[FieldValue, string, boolean]>([
  [['vip', 'new'], 'new, vip', true],
  [['vip'], 'new', false],
  [[], '', true],
  [[], 'vip', false],
  [['vip'], '', false],
  [true, 'yes', true],
  [true, 'no', false],
  [false, 'no', true],
  [false, 'yes', false],
  [null, 'nothing', true],
  [null, 'Old', false],
  ['', 'nothing', true],
  ['', 'Old', false],
  ['Old', 'Old', true],
  ['Old', 'nothing', false],
])('a field that was %j is answered as before with %j: %s', (before, answered, is) => {
  const change = { field: 'f', label: 'F', before, beforeKnown: true, after: 'New' }
  expect(isAsBefore({ field: 'f', asked: 'New', answered }, { changes: [change] })).toBe(is)
  // Of what is not known nothing can be told.
  expect(isAsBefore({ field: 'f', asked: 'New', answered }, { changes: [{ ...change, beforeKnown: false }] })).toBe(true)
  expect(isAsBefore({ field: 'g', asked: 'New', answered }, { changes: [change] })).toBe(true)
})

const faults = ['html-escape', 'shorten-links', 'mask-words=damn', 'truncate=70'] as const
const text = `Tom & <Jerry> say damn: https://example.com/${'a'.repeat(40)} ${'and so on '.repeat(10)}`

describe('where somebody chose to live with altered texts', () => {
  test.each(faults)('%s: notes stop the run once, count as done then, come to no call again, and are taken back', async (fault) => {
    const here = await station({ contacts: 40 }, { clock: hurriedClock(20) })
    here.sandbox.setFaults(`${fault}:field=notes`)
    const phones = here.phones.slice(0, 20)
    const before = notesOf(here.sandbox, phones)
    const rows = phones.map((phone, at) => ({ phone, contact: { notes: `${at} ${text}` } }))
    const { runId, summary } = await ran(here, rows)
    const isCut = fault.startsWith('truncate')
    if (isCut) expect(summary).toMatchObject({ state: 'finished', failed: 20 })
    else {
      const reason = { offers: ['altered-texts'], message: expect.stringContaining('alters texts: Notes (row 2)') }
      expect(summary).toMatchObject({ state: 'paused', failed: 1, pending: 19, reason: { code: 'run.not_applied', ...reason } })
    }
    liveWith(here.store, ['altered-texts'], Date.now())
    if (!isCut) {
      await here.runner.resume(runId)
      await here.runner.whenSettled(runId)
      expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'finished', failed: 1, done: 19 })
      const done = runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 50 }).rows
      expect(done.filter(({ error }) => error !== null).length).toBe(fault === 'html-escape' ? 0 : 19)
    }
    // What the service made of the first one is known only once it was written with that.
    await ran(here, rows)
    expect(planTotals(here.store, await here.plan(rows))).toMatchObject({ unchanged: 20, send: 0 })
    if (isCut) return
    expect((await undoRun(here.store, here.runner, runId)).undo).toMatchObject({ restored: 20, kept: 0, unknown: 0 })
    // What is taken back is escaped, too.
    const escapes = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" } as Record<string, string>
    const now = notesOf(here.sandbox, phones).map((notes) => notes?.replaceAll(/&[a-z#\d]+;/g, (name) => escapes[name] ?? name) || null)
    expect(now).toEqual(before.map((notes) => notes || null))
  })

  test.each(faults)('%s: messages stop the run once, and are all there once', async (fault) => {
    const here = await station({ contacts: 40 }, { clock: hurriedClock(20) })
    here.sandbox.setFaults(`${fault}:field=body`)
    const phones = here.phones.slice(0, 20)
    const rows = phones.map((phone, at) => ({ phone, message: { body: `${text} ${at}`, attachments: [], sentAtSeconds: null } }))
    const posts = () => phones.map((phone) => here.sandbox.posts(phone).filter(({ body }) => body?.startsWith('Tom')).length)
    const before = posts()
    const runId = await here.runner.start(await here.plan(rows, { kind: 'messages' }))
    await here.runner.whenSettled(runId)
    const stopped = runSummary(here.store, runId, Date.now())
    expect(stopped).toMatchObject({ state: 'paused', done: 1, failed: 0, pending: 19, reason: { offers: ['altered-texts'] } })
    expect(runRows(here.store, runId, { outcome: 'done', offset: 0, limit: 5 }).rows[0]?.error).toContain('stored its text differently')
    liveWith(here.store, stopped.reason?.offers ?? [], Date.now())
    await here.runner.resume(runId)
    await here.runner.whenSettled(runId)
    expect(runSummary(here.store, runId, Date.now())).toMatchObject({ state: 'finished', done: 20, failed: 0, unknown: 0 })
    expect(posts()).toEqual(before.map((count) => count + 1))
    const others = rows.map(({ phone, message }) => ({ phone, message: { ...message, body: `${message.body} again` } }))
    expect((await runToEndAtOnce(here, others)).summary).toMatchObject({ state: 'finished', done: 20 })
  })

  test('rows that are looked at again after another fault have not failed for what somebody lives with', async () => {
    const here = await station({ contacts: 40 }, { clock: hurriedClock(20) })
    const phones = here.phones.slice(0, 20)
    const like = (phone: string, blocked: boolean) =>
      here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(phone)?.uuid ?? '' }, { blocked })
    // Only the last one has anything to lose.
    phones.forEach((phone, at) => like(phone, at === 19))
    await readAgain(here, phones)
    here.sandbox.setFaults('html-escape:field=notes')
    await ran(here, [{ phone: phones[0] ?? '', contact: { notes: 'Tom & Jerry' } }])
    liveWith(here.store, ['altered-texts'], Date.now())
    here.sandbox.setFaults('html-escape:field=notes,unblock@update-customer')
    const rows = phones.map((phone, at) => ({ phone, contact: { notes: `${at} Tom & Jerry` } }))
    const { summary } = await ran(here, rows)
    // It failed itself, because its contact could not be put back.
    expect(summary).toMatchObject({ state: 'paused', failed: 1, reason: { code: 'run.changed_more' } })
    expect(summary.reason?.message).toMatch(/(It was|They were) read again: all is as it should be\./)
  })

  test.each(faults)('%s: a message without an answer is found by the rule, else unknown, and never sent twice', async (fault) => {
    const here = await station({ contacts: 40 }, { clock: hurriedClock(20) })
    here.sandbox.setFaults(`${fault}:field=body`)
    const message = (phone: string, body: string) => ({ phone, message: { body, attachments: [], sentAtSeconds: null } })
    const [first = '', ...phones] = here.phones.slice(0, 7)
    await runToEndAtOnce(here, [message(first, text)])
    liveWith(here.store, ['altered-texts'], Date.now())
    const before = phones.map((phone) => here.sandbox.posts(phone).filter(({ body }) => body?.startsWith('Tom')).length)
    here.sandbox.setFaults(`${fault}:field=body,drop-after@import-message`)
    const { summary } = await runToEndAtOnce(
      here,
      phones.map((phone, at) => message(phone, `${text} ${at}`)),
    )
    const isByRule = fault === 'html-escape' || fault.startsWith('truncate')
    expect(summary).toMatchObject({ state: 'finished', [isByRule ? 'done' : 'unknown']: 6, failed: 0 })
    expect(phones.map((phone) => here.sandbox.posts(phone).filter(({ body }) => body?.startsWith('Tom')).length)).toEqual(
      before.map((count) => count + 1),
    )
  })
})

async function runToEndAtOnce(here: Station, rows: RowParts[]) {
  const runId = await here.runner.start(await here.plan(rows, { kind: 'messages' }))
  await here.runner.whenSettled(runId)
  return { runId, summary: runSummary(here.store, runId, Date.now()) }
}
