import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { createConversationStates } from '../../../../src-main/engine/plan/match/conversation-states.ts'
import type { Match } from '../../../../src-main/engine/plan/match/match.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'

type Shown = { resolved: boolean | null } | null | AppError
const hidden = new AppError('service.refused', 'No.', 'Ask.')

/** The states where the service shows these conversations by number; what it was asked, and how often somebody was told. */
function statesOf(shown: Record<string, Shown>, groupUuid: string | null = null) {
  const asked: unknown[] = []
  let told = 0
  const conversationByPhone = async (phone: string, where: unknown) => {
    asked.push([phone, where])
    const one = await Promise.resolve(shown[phone] ?? null)
    if (one instanceof AppError) throw one
    return one
  }
  const states = createConversationStates({
    service: { conversationByPhone } as unknown as Service,
    groupUuid,
    concurrency: 1,
    signal: undefined,
    onAnswer: () => (told += 1),
  })
  return { states, asked, told: () => told }
}

const of = (phone: string | null): Match => ({ kind: 'contact', contact: { record: { uuid: 'u', phone } } }) as unknown as Match

test('a conversation is open, resolved or not there; what is not told is not known', async () => {
  const { states, asked, told } = statesOf({ '+1': { resolved: false }, '+2': { resolved: true }, '+4': { resolved: null } })
  await states.ask(['+1', '+2', '+3', '+4'])
  expect(['+1', '+2', '+3', '+4', '+5'].map(states.stateOf)).toEqual(['open', 'resolved', 'none', null, null])
  expect([states.requests(), told()]).toEqual([4, 4])
  expect(asked[0]).toEqual(['+1', { pageSize: 1 }])
})

test('it is asked for in the department that is given', async () => {
  const { states, asked } = statesOf({}, 'g1')
  await states.ask(['+1'])
  expect(asked).toEqual([['+1', { pageSize: 1, groupUuid: 'g1' }]])
})

test('after five in a row that the service does not show it is asked no more; one that it shows begins anew', async () => {
  const numbers = Array.from({ length: 12 }, (_, at) => `+${at}`)
  const shown = Object.fromEntries(numbers.map((phone, at) => [phone, at === 4 ? { resolved: true } : hidden]))
  const { states, told } = statesOf(shown)
  await states.ask(numbers)
  // Four that are not shown, one that is, five that are not; the last two are not asked about.
  expect(states.requests()).toBe(10)
  expect(told()).toBe(12)
  expect(numbers.map(states.stateOf)).toEqual(numbers.map((_, at) => (at === 4 ? 'resolved' : null)))
})

test('what says more than that it is not shown is thrown', async () => {
  const { states } = statesOf({ '+1': new AppError('service.failed', 'No.', 'Ask.') })
  await expect(states.ask(['+1'])).rejects.toMatchObject({ code: 'service.failed' })
})

test('each number is asked about once, of contacts alone, and of 5,000 at most', async () => {
  const { states } = statesOf({})
  expect(states.unasked([of('+1'), of('+1'), of(null), { kind: 'none' } as Match, of('+2')])).toEqual(['+1', '+2'])
  await states.ask(['+1'])
  expect(states.unasked([of('+1'), of('+2')])).toEqual(['+2'])
  const many = Array.from({ length: 5_001 }, (_, at) => of(`+9${at}`))
  expect(states.unasked(many)).toHaveLength(4_999)
  await states.ask(states.unasked(many))
  expect(states.unasked(many)).toEqual([])
})

test('nobody is asked where there is no service to ask', async () => {
  const states = createConversationStates({ service: null, groupUuid: null, concurrency: 1, signal: undefined, onAnswer: () => undefined })
  expect(states.unasked([of('+1')])).toEqual([])
  await states.ask(['+1'])
  expect(states.requests()).toBe(0)
})
