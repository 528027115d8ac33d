import { expect, test } from 'vitest'
import { resolveNames } from '../../../../src-main/engine/mapping/compile/resolve-names.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { columnsNamed, recipeOf } from '../mapping-case.ts'

const [sales, groups, more] = [
  { uuid: 'd-sales', name: 'Sales', phone: null, isSmsGroup: false },
  { uuid: 'd-groups', name: 'Groups', phone: null, isSmsGroup: true },
  { uuid: 'd-more', name: 'More groups', phone: null, isSmsGroup: true },
]
const account = { customFields: [], departments: [sales, groups, more], dispositions: [{ uuid: 'won', name: 'Won' }] }

/** What a file and an account lack for a recipe; null where they have all. */
function lacks(recipe: Recipe, of: Partial<typeof account> = {}): string | null {
  try {
    resolveNames(recipe, columnsNamed('Phone', 'Text'), { ...account, ...of })
    return null
  } catch (error) {
    return String(error)
  }
}

test('texts to groups leave from a department for them, and no other; those that are for them are named', () => {
  const groupSend = (group: string) => recipeOf('groupSend', [{ to: 'body', from: ['Text'] }], { duplicates: 'first', group })
  expect(lacks(groupSend('Groups'))).toBeNull()
  expect(lacks(groupSend('Sales'))).toContain('"Sales" is not for group messaging (those that are: "Groups", "More groups")')
  expect(lacks(groupSend('Sales'), { departments: [sales] })).toContain('(this account has none that is)')
  expect(lacks(groupSend('Nobody'))).not.toContain('not for group messaging')
  const send = recipeOf('send', [{ to: 'body', from: ['Text'] }], { duplicates: 'first', group: 'Sales' })
  expect(lacks(send)).toBeNull()
})

test('a disposition is one that the account has, by its name or its uuid', () => {
  const resolving = (disposition: string) => recipeOf('resolve', [], { disposition })
  for (const known of ['Won', 'won']) expect(lacks(resolving(known))).toBeNull()
  expect(lacks(resolving('Lost'))).toContain('the account has no disposition "Lost"')
})
