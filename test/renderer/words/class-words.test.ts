import { expect, test } from 'vitest'
import { runKinds } from '../../../src-main/engine/model/kinds.ts'
import { outcomeWord } from '../../../src-renderer/words/class-words.ts'

test('only what is imported is called so', () => {
  const titles = Object.fromEntries(runKinds.map((kind) => [kind, [outcomeWord('done', kind).title, outcomeWord('pending', kind).title]]))
  expect(titles).toEqual({
    contacts: ['Imported', 'Not imported'],
    consent: ['Set', 'Not set'],
    messages: ['Imported', 'Not imported'],
    whispers: ['Written', 'Not written'],
    send: ['Sent', 'Not sent'],
    groupSend: ['Sent', 'Not sent'],
    resolve: ['Resolved', 'Not resolved'],
    requestConsent: ['Asked', 'Not asked'],
    undo: ['Taken back', 'Not taken back'],
  })
})
