import { describe, expect, test } from 'vitest'
import { suggestByNumbers, suggestDirection } from '../../../../src-main/engine/mapping/suggest/suggest-direction.ts'

const column = (name: string, ...words: string[]) => ({ name, words })

describe('of several columns that tell who wrote a message', () => {
  test.each([
    // The clear header first, where any of its words is known.
    ['Direction', [column('Type', 'Inbound', 'Outbound'), column('Direction', 'Inbound')]],
    ['Type', [column('Type', 'Inbound', 'Outbound'), column('Direction', 'foo')]],
    ['Direction', [column('Direction', 'foo', 'Inbound'), column('Type', 'Inbound', 'Outbound')]],
    ['Direction', [column('Direction', 'foo')]],
  ])('%s counts', (name, columns) => {
    expect(suggestDirection(columns)?.column).toBe(name)
  })

  test('none counts where none tells', () => {
    expect(suggestDirection([column('City', 'Oslo')])).toBeNull()
  })
})

describe('only what the contact wrote is imported', () => {
  test('surely where the header is clear and every word is known', () => {
    expect(suggestDirection([column('Direction', 'Inbound', 'Outbound')])).toEqual({
      column: 'Direction',
      only: { column: 'Direction', is: ['Inbound'] },
      whispers: { column: 'Direction', is: ['Outbound'] },
      confidence: 'sure',
      reason:
        'Rows whose "Direction" is "Inbound" are imported as messages: the contact wrote those. Written as whispers, which only your office sees: "Outbound".',
    })
    expect(suggestDirection([column('Direction', 'Inbound', 'Outbound')], false)).toMatchObject({
      whispers: null,
      reason:
        'Only rows whose "Direction" is "Inbound" are imported: the contact wrote those. Left out: "Outbound", written by your office.',
    })
    expect(suggestDirection([column('Direction', 'Inbound', 'foo')])).toMatchObject({
      confidence: 'likely',
      reason:
        'Only rows whose "Direction" is "Inbound" are imported: the contact wrote those. Left out too, because the word is not known: "foo".',
    })
    expect(suggestDirection([column('Type', 'Inbound', 'Outbound')])?.confidence).toBe('likely')
  })

  test('what was written and never sent is left out', () => {
    const said = suggestDirection([column('Folder', 'Inbox', 'Sent', 'Drafts', 'Failed')])
    expect(said?.whispers).toEqual({ column: 'Folder', is: ['Sent'] })
    expect(said?.reason).toContain('Left out: "Drafts", "Failed", written by your office.')
    expect(suggestDirection([column('Folder', 'Inbox', 'Drafts')])?.whispers).toBeNull()
  })

  test('nothing is where the office wrote all of it, or where no word is known: that is asked', () => {
    const asked = (...words: string[]) => suggestDirection([column('Direction', ...words)])
    expect(asked('Outbound')).toMatchObject({ only: null, confidence: 'guess', reason: expect.stringContaining('your office wrote all') })
    expect(asked('Outbound', 'foo')).toMatchObject({ only: null, reason: expect.stringContaining('("foo") are not known') })
    expect(asked()).toMatchObject({ only: null, reason: expect.stringContaining('blank in the first rows') })
  })

  test.each([
    ['Activity Type', 'SMS Received', 'SMS Sent'],
    ['Activity', 'Incoming text', 'Outgoing text'],
  ])('%s tells it where both ways stand in it', (header, inbound, outbound) => {
    expect(suggestDirection([column(header, inbound, outbound)])?.only).toEqual({ column: header, is: [inbound] })
  })

  test('a long word is shown to its fortieth letter', () => {
    const shown = (length: number) => suggestDirection([column('Direction', 'Inbound', 'x'.repeat(length))])?.reason
    expect(shown(40)).toContain(`"${'x'.repeat(40)}"`)
    expect(shown(41)).toContain(`"${'x'.repeat(40)}…"`)
  })
})

describe('a user is the other side than those who are named beside', () => {
  test.each([
    [['user', 'agent'], ['user']],
    [['User', 'assistant', 'System'], ['User']],
    [['user', 'customer'], ['customer']],
    [['user', 'agent', 'customer'], ['customer']],
  ])('%j', (words, is) => {
    expect(suggestDirection([column('role', ...words)])?.only).toEqual({ column: 'role', is })
  })

  test.each([[['user']], [['user', 'system']], [['user', 'campaign', 'bot']], [['user', 'agent', 'foo']]])('%j does not tell', (words) => {
    expect(suggestDirection([column('role', ...words)])?.only ?? null).toBeNull()
  })
})

describe('where both numbers stand in each row', () => {
  const office = { from: 'From', to: 'To', written: ['202-555-0100'], sent: ['+12025550100'], isOfAccount: true }

  test('what went to the office is imported, and what it wrote becomes whispers to whom it wrote to', () => {
    expect(suggestByNumbers(office)).toEqual({
      column: 'To',
      only: { column: 'To', is: ['202-555-0100'] },
      whispers: { column: 'From', is: ['+12025550100'], phone: 'To' },
      confidence: 'sure',
      reason: expect.stringMatching(/^Rows whose "To" is .* becomes whispers/),
    })
    expect(suggestByNumbers({ ...office, isOfAccount: false })).toMatchObject({
      confidence: 'likely',
      reason: expect.stringContaining('seems to be your office'),
    })
  })

  test('nothing becomes whispers where the office wrote none, and nothing is told where it was not written to', () => {
    expect(suggestByNumbers({ ...office, sent: [] })).toMatchObject({
      only: { column: 'To', is: ['202-555-0100'] },
      whispers: null,
      reason: expect.stringMatching(/^Only rows whose "To" is /),
    })
    expect([suggestByNumbers({ ...office, written: [] }), suggestByNumbers(null)]).toEqual([null, null])
  })
})
