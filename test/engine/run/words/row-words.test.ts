import { expect, test } from 'vitest'
import { cannotTellFailure } from '../../../../src-main/engine/run/words/row-words.ts'

test('where nobody can tell whether a call arrived, the row says where to look: of a group there is no contact', () => {
  const { hint } = cannotTellFailure(null, 'group')
  expect(hint).toContain('the conversation of these people')
  for (const why of ['unshown', 'refused', 'unread', 'otherPost', 'uncertain'] as const)
    expect(cannotTellFailure(null, why).hint).toContain('Look at the contact there')
})
