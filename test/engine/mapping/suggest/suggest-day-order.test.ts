import { expect, test } from 'vitest'
import { suggestDayOrder } from '../../../../src-main/engine/mapping/suggest/suggest-day-order.ts'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { account, columnsNamed } from '../mapping-case.ts'

test.each([
  [['09/01/2026', '09/13/2026'], 'monthFirst'],
  [['01/09/2026', '13/09/2026'], 'dayFirst'],
  [['09/01/2026 12:07 PM', ''], 'open'],
  [['09/13/2026', '13/09/2026', '09/01/2026'], 'open'],
  [['2026-09-01', '09/13/2026', '09/09/2026'], null],
  [['', 'soon'], null],
] as const)('%j is read as %s', (cells, order) => {
  expect(suggestDayOrder(cells)).toBe(order)
})

function messages(...dates: string[]) {
  const columns = columnsNamed('Date', 'Phone', 'Direction', 'Message')
  const rows = dates.map((date, at) => ({ line: at + 2, cells: [date, '+1 202 555 0123', 'Inbound', 'Can I move my appointment?'] }))
  const { recipe, columns: decided } = suggestRecipe({ kind: 'messages', columns, rows, account })
  return { steps: recipe.fields.find(({ to }) => to === 'sentAt')?.steps, question: decided.find(({ name }) => name === 'Date')?.question }
}

test('the times of messages are read by the dates that can mean one day only', () => {
  expect(messages('09/01/2026 12:07', '09/13/2026 08:00')).toEqual({ steps: [{ do: 'date', from: 'monthFirst' }], question: null })
})

test('where no date tells whether day or month comes first, that is asked and nothing is assumed', () => {
  expect(messages('09/01/2026 12:07', '09/02/2026 08:00')).toEqual({ steps: undefined, question: 'dates' })
})
