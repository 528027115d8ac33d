import { describe, expect, test } from 'vitest'
import { createCanary, echoOf, labelsOf } from '../../../../src-main/engine/run/answer/canary.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { consent, creation, done, itemWith, message, update } from './items.ts'

const lost = [{ field: 'name', asked: 'New', answered: 'Old' }]

describe('a kind of call', () => {
  test('has passed once an answer, or a look at the service, showed all that it asked for', () => {
    const canary = createCanary()
    expect(canary.hasPassed(update)).toBe(false)
    expect(canary.check(update, { lost: [], isSeen: false })).toEqual({ lost: [], wantsLook: true })
    expect(canary.hasPassed(update)).toBe(false)
    // The first of a kind is looked up, whatever its answer shows: it may be echoed and not stored.
    expect(canary.check(update, { lost: [], isSeen: true })).toEqual({ lost: [], wantsLook: true })
    expect(canary.hasPassed(update)).toBe(false)
    canary.pass(update)
    const another = { ...update, customer: { notes: 'N' } }
    expect(canary.check(another, { lost: [], isSeen: true })).toEqual({ lost: [], wantsLook: true })
    expect(canary.check(update, { lost: [], isSeen: false })).toEqual({ lost: [], wantsLook: false })
    canary.pass(consent)
    expect(canary.hasPassed(consent)).toBe(true)
    expect(canary.hasPassed(message)).toBe(false)
  })

  test('passes field by field, custom fields one by one; and so do ways to treat tags and what is at stake', () => {
    const canary = createCanary()
    canary.pass(update)
    expect(canary.hasPassed({ ...update, customer: { name: 'X', email: 'x@example.com' } })).toBe(false)
    const tagged = (handling: 'add' | 'replace') => ({ ...update, customer: { tags: { handling, tags: ['vip'] } } })
    canary.pass(tagged('add'))
    expect([canary.hasPassed(tagged('add')), canary.hasPassed(tagged('replace'))]).toEqual([true, false])
    const [blocked, open] = [
      { uuid: 'u', blocked: true },
      { uuid: 'u', blocked: false },
    ]
    canary.pass(update, open)
    expect([canary.hasPassed(update, open), canary.hasPassed(update, blocked), canary.hasPassed(update)]).toEqual([true, false, true])
    expect(canary.hasPassed({ ...update, customer: { name: 'X', notes: 'Y' } })).toBe(false)
    expect(canary.hasPassed({ ...update, customer: { customFields: { f: '1' } } })).toBe(false)
    canary.pass({ ...update, customer: { customFields: { f: '1' } } })
    expect(canary.hasPassed({ ...update, customer: { name: 'X', customFields: { f: '2' } } })).toBe(true)
    expect(canary.hasPassed({ ...update, customer: { customFields: { g: '1' } } })).toBe(false)
    expect(canary.hasPassed(creation)).toBe(false)
  })

  test('that lost something is not looked up: it is known', () => {
    expect(createCanary().check(update, { lost, isSeen: false })).toEqual({ lost, wantsLook: false })
  })
})

describe('losses', () => {
  test('stop the run at the first call of a kind', () => {
    expect(createCanary().noteLoss(update)).toBe(true)
  })

  test('stop it after three in a row otherwise, and a call that was applied begins the count anew', () => {
    const canary = createCanary()
    canary.pass(update)
    const losses = () => {
      canary.check(update, { lost, isSeen: true })
      return canary.noteLoss(update)
    }
    expect([losses(), losses()]).toEqual([false, false])
    canary.check(update, { lost: [], isSeen: true })
    expect([losses(), losses(), losses()]).toEqual([false, false, true])
  })
})

test('after the 10th and every five hundredth call, the next ones about contacts with something else at stake are samples, each stake once', () => {
  const canary = createCanary()
  const [plain, archived, blocked] = [{ uuid: 'a' }, { uuid: 'b', archived: true }, { uuid: 'c', archived: true, blocked: true }]
  for (const record of [plain, archived, blocked]) canary.pass(message, record)
  const proofs = (records: readonly { uuid: string }[]) => records.map((record) => canary.nextProof(message, record))
  expect(proofs(Array.from({ length: 8 }, () => blocked))).toEqual(['alone', ...Array.from({ length: 7 }, () => null)])
  // The tenth has nothing at stake; one that is archived, and one that is blocked, follow.
  expect(proofs([plain, plain, archived, archived, blocked, blocked, archived])).toEqual([
    'sample',
    null,
    'sample',
    null,
    'sample',
    null,
    null,
  ])
  // The hundredth is a sample by itself; what else is at stake is not asked anew yet.
  proofs(Array.from({ length: 83 }, () => blocked))
  expect(proofs([plain, blocked, archived])).toEqual(['sample', null, null])
  // Whoever has both at stake shows both.
  proofs(Array.from({ length: 397 }, () => blocked))
  expect(proofs([plain, blocked, blocked, archived])).toEqual(['sample', 'sample', null, null])
})

test('of the calls of a kind the first two go alone, the 10th, the 100th and every further hundredth are samples', () => {
  const canary = createCanary()
  const proofs = Array.from({ length: 400 }, (_, at) => {
    const proof = canary.nextProof(message, null)
    canary.pass(message)
    return proof === null ? [] : [[at + 1, proof]]
  }).flat()
  expect(proofs).toEqual([
    [1, 'alone'],
    [2, 'alone'],
    [10, 'sample'],
    [100, 'sample'],
    [200, 'sample'],
    [300, 'sample'],
    [400, 'sample'],
  ])
})

test('after a first call that an earlier process has sent, and that passes now, the second goes alone', () => {
  const canary = createCanary()
  canary.pass(consent)
  expect(Array.from({ length: 9 }, () => canary.nextProof(consent, null))).toEqual([
    'alone',
    ...Array.from({ length: 7 }, () => null),
    'sample',
  ])
})

test('one row at a time goes alone', () => {
  const canary = createCanary()
  const item = itemWith()
  expect(canary.current()).toBeNull()
  canary.begin(item)
  expect(canary.current()).toBe(item)
  canary.end(item)
  expect(canary.current()).toBeNull()
})

describe('the echo of a call', () => {
  test('is what its answer shows of what was asked', () => {
    expect(echoOf(update, done())).toEqual({ lost: [], isSeen: false })
    expect(echoOf(update, done({ record: { uuid: 'u1', name: 'New' } }))).toEqual({ lost: [], isSeen: true })
    expect(echoOf(update, done({ record: { uuid: 'u1' } }))).toEqual({ lost: [], isSeen: false })
    expect(echoOf(update, done({ record: { uuid: 'u1', name: 'Old' } }))).toMatchObject({ lost: [{ field: 'name' }], isSeen: true })
    expect(echoOf(creation, done({ record: { uuid: 'u1', name: 'Old' } }))).toMatchObject({ lost: [{ field: 'name' }] })
  })

  test('shows nothing of a consent, a message or a conversation that was resolved', () => {
    expect(echoOf(consent, done())).toEqual({ lost: [], isSeen: false })
    expect(echoOf(message, done())).toEqual({ lost: [], isSeen: false })
    expect(echoOf({ kind: 'resolveConversation', conversationUuid: 'c', disposition: null }, done())).toEqual({ lost: [], isSeen: false })
  })

  test('names fields as the screens do, or by themselves', () => {
    expect(labelsOf([...lost, { field: 'notes', asked: '', answered: '' }], itemWith().changes)).toEqual(['Name', 'notes'])
  })
})

describe('the rows that were sent since a call of the kind was good', () => {
  const [first, second, other] = [1, 2, 3].map((row) => itemWith({ row })) as [RunItem, RunItem, RunItem]
  const rowsOf = (canary: ReturnType<typeof createCanary>) => canary.sinceGood('updateCustomer').map(({ row }) => row)

  test('are kept once each, with what was known of them, by kind', () => {
    const canary = createCanary()
    expect(canary.sinceGood('updateCustomer')).toEqual([])
    for (const row of [8, 9]) canary.noteEarlier('updateCustomer', row, row === 8)
    const known = { uuid: 'u1' }
    canary.noteSent(update, first, known)
    canary.noteSent(update, first, null)
    canary.noteSent(update, second, null)
    canary.noteSent(consent, other, null)
    expect(canary.sinceGood('updateCustomer')).toEqual([
      { row: 8, item: null, call: null, known: null },
      { row: 9, item: null, call: null, known: null, isUnended: true },
      { row: 1, item: first, call: update, known, open: new Set() },
      { row: 2, item: second, call: update, known: null },
    ])
    expect(canary.sinceGood('setConsent').map(({ item }) => item)).toEqual([other])
  })

  test('of an earlier process are the rows that go on, once they do', () => {
    const canary = createCanary()
    for (const row of [first.row, second.row]) canary.noteEarlier('updateCustomer', row, row === second.row)
    for (const item of [first, second, other]) canary.noteTaken(item)
    expect(canary.sinceGood('updateCustomer').map(({ item }) => item)).toEqual([first, null])
  })

  test('are those after the one that was good', () => {
    const canary = createCanary()
    canary.noteEarlier('updateCustomer', 9, true)
    for (const item of [first, second]) canary.noteSent(update, item, null)
    // One that left before the records begin says nothing of these.
    canary.noteGood(update, other, null)
    expect(rowsOf(canary)).toEqual([9, 1, 2])
    canary.noteGood(update, first, null)
    expect(rowsOf(canary)).toEqual([2])
    canary.noteGood(message, first, null)
    expect([rowsOf(canary), canary.sinceGood('importMessage')]).toEqual([[2], []])
  })

  test('are all but the first where that one was good', () => {
    const canary = createCanary()
    for (const item of [first, second]) canary.noteSent(update, item, { uuid: 'u1', archived: true })
    canary.noteGood(update, first, { uuid: 'u1' })
    expect(rowsOf(canary)).toEqual([2])
  })

  test('are none of those before it of which nothing was known, or where nothing is known of its contact', () => {
    const sent = (known: { uuid: string; archived?: boolean } | null, shown: { uuid: string; archived?: boolean } | null) => {
      const canary = createCanary()
      canary.noteSent(update, first, known)
      canary.noteSent(update, second, { uuid: 'u2' })
      canary.noteGood(update, second, shown)
      return rowsOf(canary)
    }
    expect(sent(null, { uuid: 'u2', archived: true })).toEqual([])
    expect(sent({ uuid: 'u1', archived: true }, null)).toEqual([])
    expect(sent({ uuid: 'u1', archived: true }, { uuid: 'u2' })).toEqual([1])
  })

  test('are also those before it whose contacts have something at stake that its contact has not', () => {
    const canary = createCanary()
    const sent = [{ row: 1, archived: true }, { row: 2 }, { row: 3, blocked: true }, { row: 4 }, { row: 5 }].map(({ row, ...known }) => {
      const item = { ...itemWith(), row }
      canary.noteSent(update, item, { uuid: `u${row}`, ...known })
      return item
    })
    const [, , , fourth = first, fifth = first] = sent
    canary.noteGood(update, fourth, { uuid: 'u4' })
    expect(rowsOf(canary)).toEqual([1, 3, 5])
    canary.noteGood(update, fifth, { uuid: 'u5', archived: true })
    expect(rowsOf(canary)).toEqual([3])
  })
})

test('a kind has passed once one of its calls has', () => {
  const canary = createCanary()
  canary.pass(update)
  expect([undefined, 'updateCustomer' as const, 'setConsent' as const].map((kind) => canary.hasPassedKind(kind))).toEqual([
    false,
    true,
    false,
  ])
})

test('rows that go alone do so one after the other, once each', () => {
  const canary = createCanary()
  const [first, second] = [itemWith({ row: 1 }), itemWith({ row: 2 })]
  for (const item of [first, first, second]) canary.begin(item)
  canary.end(itemWith({ row: 3 }))
  expect(canary.current()).toBe(first)
  canary.end(first)
  expect(canary.current()).toBe(second)
  canary.begin(first)
  canary.clear()
  expect(canary.current()).toBeNull()
})

test('what got lost is told of changes and of new contacts alike, tags included', () => {
  const record = { uuid: 'u', phone: '+19', name: 'New', tags: ['a'] }
  const create = { kind: 'createCustomer' as const, customer: { ...creation.customer, tags: ['a'] } }
  const change = (handling: 'add' | 'remove') => ({ ...update, customer: { tags: { handling, tags: ['a'] } } })
  expect(echoOf(create, done({ record }))).toEqual({ lost: [], isSeen: true })
  expect(echoOf(change('add'), done({ record }))).toEqual({ lost: [], isSeen: true })
  expect(echoOf(change('remove'), done({ record })).lost).toMatchObject([{ field: 'tags' }])
  expect(echoOf(create, done({ record: { ...record, tags: [] } })).lost).toMatchObject([{ field: 'tags' }])
})

describe('contacts that look well so far, and are read again after a while', () => {
  const waiting = (name: string) => ({ call: { ...update, customer: { [name]: 'x' } }, before: null })

  test('wait beside others where such a call was proven, and a single one where it was not', () => {
    const canary = createCanary()
    canary.pass(update)
    const [proven, first, second] = [itemWith({ row: 1 }), itemWith({ row: 2 }), itemWith({ row: 3 })]
    expect(canary.mayWaitBeside(proven, waiting('name'))).toBe(true)
    expect(canary.mayWaitBeside(first, waiting('notes'))).toBe(true)
    expect(canary.mayWaitBeside(first, waiting('notes'))).toBe(true)
    expect(canary.mayWaitBeside(second, waiting('notes'))).toBe(false)
    // One that was proven waits whoever else does.
    expect(canary.mayWaitBeside(second, waiting('name'))).toBe(true)
    canary.endWaiting(proven)
    expect(canary.mayWaitBeside(second, waiting('notes'))).toBe(false)
    canary.endWaiting(first)
    expect(canary.mayWaitBeside(second, waiting('notes'))).toBe(true)
  })
})
