import { expect, test } from 'vitest'
import { answersTo } from '../../../src-renderer/words/held-words.ts'
import { wordsOfRun } from '../../../src-renderer/words/kind-words.ts'
import { runningWords } from '../../../src-renderer/words/result-words.ts'

test('a run of both directions says so while it is under way, and in what cannot be taken back', () => {
  const both = { kind: 'messages' as const, hasWhispers: true as const }
  expect(runningWords(both, 12, 1200)).toBe('12 of 1,200 messages and whispers are in')
  expect(runningWords({ kind: 'messages' }, 12, 1200)).toBe('12 of 1,200 messages are in')
  expect(wordsOfRun(both).noUndo).toMatch(/^Imported messages and whispers cannot/)
  expect(wordsOfRun(both).sentTwice).toMatch(/^A message or whisper/)
  expect(wordsOfRun({ kind: 'messages' }).noUndo).toMatch(/^Imported messages cannot/)
})

test('a row of which nobody knows who wrote it is let go as what the recipe takes it for, and says so', () => {
  const change = { label: '', before: null, beforeKnown: true, after: 'On our way' }
  expect(answersTo({ heldBy: ['direction'], changes: [{ ...change, field: 'message' }] }).releaseMeans).toContain('customer’s own words')
  const ofOffice = answersTo({ heldBy: ['direction'], changes: [{ ...change, field: 'whisper' }] })
  expect(ofOffice.release).toBe('Write it as a whisper')
  expect(ofOffice.releaseMeans).toContain('which only your office sees')
  expect(answersTo({ heldBy: ['edited'], changes: [{ ...change, field: 'whisper' }] }).release).toBe('Import it')
})
