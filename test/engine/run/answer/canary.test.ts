import { describe, expect, test } from 'vitest'
import { createCanary, echoOf, labelsOf } from '../../../../src-main/engine/run/answer/canary.ts'
import { consent, creation, done, itemWith, message, update } from './items.ts'

const lost = [{ field: 'name', asked: 'New', answered: 'Old' }]

describe('a kind of call', () => {
  test('has passed once an answer, or a look at the service, showed all that it asked for', () => {
    const canary = createCanary()
    expect(canary.hasPassed(update)).toBe(false)
    expect(canary.check(update, { lost: [], isSeen: false })).toEqual({ lost: [], wantsLook: true })
    expect(canary.hasPassed(update)).toBe(false)
    expect(canary.check(update, { lost: [], isSeen: true })).toEqual({ lost: [], wantsLook: false })
    expect(canary.hasPassed(update)).toBe(true)
    expect(canary.check(update, { lost: [], isSeen: false })).toEqual({ lost: [], wantsLook: false })
    canary.pass(consent)
    expect(canary.hasPassed(consent)).toBe(true)
    expect(canary.hasPassed(message)).toBe(false)
  })

  test('passes field by field, custom fields one by one; fields that are never shown prove nothing', () => {
    const canary = createCanary()
    canary.pass(update)
    expect(canary.hasPassed({ ...update, customer: { name: 'X', email: 'x@example.com', unreachable: true } })).toBe(true)
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

test('one row at a time goes alone', () => {
  const canary = createCanary()
  const item = itemWith()
  expect(canary.current()).toBeNull()
  canary.begin(item)
  expect(canary.current()).toBe(item)
  canary.end()
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

  test('shows nothing of a consent or a message, and all of a conversation that was resolved', () => {
    expect(echoOf(consent, done())).toEqual({ lost: [], isSeen: false })
    expect(echoOf(message, done())).toEqual({ lost: [], isSeen: false })
    expect(echoOf({ kind: 'resolveConversation', conversationUuid: 'c', disposition: null }, done())).toEqual({ lost: [], isSeen: true })
  })

  test('names fields as the screens do, or by themselves', () => {
    expect(labelsOf([...lost, { field: 'notes', asked: '', answered: '' }], itemWith().changes)).toEqual(['Name', 'notes'])
  })
})
