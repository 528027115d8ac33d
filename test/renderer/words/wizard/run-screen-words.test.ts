import { expect, test } from 'vitest'
import { importDescriptors } from '../../../../src-main/engine/kinds/all-kinds.ts'
import { importKinds } from '../../../../src-main/engine/model/kinds.ts'
import { runWords } from '../../../../src-renderer/words/kind-words.ts'
import { runScreenWords } from '../../../../src-renderer/words/wizard/run-screen-words.ts'

test.each(importKinds)('a run of %s is called what it is, and so is what is left of it', (kind) => {
  const { name, running } = runWords[kind]
  const said = [running, runScreenWords.cancelThisName(name), runScreenWords.willNotBeDone(3, 1, runWords[kind])].join(' ')
  expect(/import/i.test(said)).toBe(!importDescriptors[kind].textsPeople)
})

test('what somebody cancels is told with what can be done about it', () => {
  expect(runScreenWords.willNotBeDone(3, 1, runWords.send)).toBe(
    '3 rows will not be texted. What is done stays: 1 so far. A canceled run cannot be resumed, but its list can be used again; the same words go to nobody a second time within 14 days.',
  )
})
