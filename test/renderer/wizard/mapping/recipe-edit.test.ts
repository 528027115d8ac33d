import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Recipe, recipeSchema, type Target } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import {
  addPhone,
  assignMatch,
  canAdd,
  dropColumn,
  phonesOf,
  preferPhone,
  withPhones,
} from '../../../../src-renderer/wizard/mapping/match-edit.ts'
import {
  assignField,
  moveForward,
  release,
  setConstant,
  useInstead,
  useOf,
  withTake,
} from '../../../../src-renderer/wizard/mapping/recipe-edit.ts'

const start: Recipe = recipeSchema.parse({
  version: 1,
  name: 'Contacts',
  kind: 'contacts',
  match: { by: 'phone', column: 'Mobile', otherColumns: ['Office'] },
  fields: [
    { to: 'name', from: ['First', 'Last'], join: ' ' },
    { to: 'tags', from: ['Tags'], tags: 'add' },
    { to: 'notes', value: 'Imported' },
  ],
})

describe('recipe editing', () => {
  it('joins a column to those that go to the field already, in order', () => {
    const recipe = assignField(start, 'Middle', 'name')
    expect(recipe.fields[0]).toEqual({ to: 'name', from: ['First', 'Last', 'Middle'], join: ' ' })
    expect(moveForward(recipe, 'name', 'Middle').fields[0]?.from).toEqual(['First', 'Middle', 'Last'])
  })

  it('takes a column out of its old field when it gets a new one', () => {
    const recipe = assignField(start, 'Last', 'email')
    expect(recipe.fields.find(({ to }) => to === 'name')?.from).toEqual(['First'])
    expect(useOf(recipe, 'Last')).toEqual({ to: 'field', target: 'email', order: 1, of: 1 })
  })

  it('puts a column in place of a constant, and a constant in place of a column', () => {
    expect(assignField(start, 'Comment', 'notes').fields.filter(({ to }) => to === 'notes')).toEqual([{ to: 'notes', from: ['Comment'] }])
    expect(setConstant(start, 'tags', 'spring').fields.filter(({ to }) => to === 'tags')).toEqual([
      { to: 'tags', value: 'spring', tags: 'add' },
    ])
  })

  it('adds tags unless told otherwise', () => {
    expect(assignField(release(start, 'Tags'), 'Labels', 'tags').fields.at(-1)).toEqual({ to: 'tags', from: ['Labels'], tags: 'add' })
  })

  it('never leaves the contacts without a column that finds them', () => {
    expect(release(start, 'Mobile').match.column).toBe('Mobile')
    expect(release(start, 'Office').match.otherColumns).toBeUndefined()
  })

  it('finds contacts by another column, and by further phone columns where that is blank', () => {
    expect(addPhone(start, 'Home').match).toEqual({ by: 'phone', column: 'Mobile', otherColumns: ['Office', 'Home'] })
    expect(preferPhone(start, 'Office').match).toEqual({ by: 'phone', column: 'Office', otherColumns: ['Mobile'] })
    expect(preferPhone(start, 'Mobile')).toEqual(start)
    expect(useOf(assignMatch(start, 'phone', 'Office'), 'Office')).toEqual({ to: 'match', place: 'first' })
    expect(dropColumn(start, 'Mobile').match).toEqual({ by: 'phone', column: 'Office' })
    expect(dropColumn(dropColumn(start, 'Mobile'), 'Office').match).toEqual({ by: 'phone', column: 'Office' })
  })

  it('keeps the phone columns behind an identifier, and puts them first again without it', () => {
    const found = assignMatch({ ...start, notFound: 'create' }, 'uuid', 'ID')
    expect(found.match).toEqual({ by: 'uuid', column: 'ID', phoneColumns: ['Mobile', 'Office'] })
    expect([canAdd(found), found.notFound, phonesOf(found)]).toEqual([true, 'create', ['Mobile', 'Office']])
    expect(preferPhone(found, 'Office').match.phoneColumns).toEqual(['Office', 'Mobile'])
    expect(addPhone(found, 'Home').match.phoneColumns).toEqual(['Mobile', 'Office', 'Home'])
    expect(assignMatch(found, 'uuid', 'Other ID').match).toEqual({ by: 'uuid', column: 'Other ID', phoneColumns: ['Mobile', 'Office'] })
    expect(assignMatch(found, 'phone', 'Office').match).toEqual({ by: 'phone', column: 'Office', otherColumns: ['Mobile'] })
    expect(dropColumn(found, 'ID').match).toEqual({ by: 'phone', column: 'Mobile', otherColumns: ['Office'] })
  })

  it('adds nobody where only an identifier finds contacts', () => {
    const found = assignMatch({ ...start, mode: 'updateAndAdd', notFound: 'create' }, 'uuid', 'ID')
    expect(found.mode).toBe('updateAndAdd')
    const without = withPhones(found, [])
    expect([without.match, without.mode, without.notFound, canAdd(without)]).toEqual([
      { by: 'uuid', column: 'ID' },
      'update',
      'skip',
      false,
    ])
  })

  it('tells a column that chooses rows, and one that a text names', () => {
    const filtered: Recipe = { ...start, only: { column: 'Segment', is: ['A'] }, fields: [{ to: 'notes', template: 'From {{City}}' }] }
    expect(useOf(filtered, 'Segment')).toEqual({ to: 'filter' })
    expect(useOf(filtered, 'City')).toEqual({ to: 'text', target: 'notes' })
    expect(dropColumn(filtered, 'Segment').only).toBeUndefined()
  })

  it('puts a column in place of all that went to the field', () => {
    const recipe = useInstead(start, 'Full name', 'name')
    expect(recipe.fields.find(({ to }) => to === 'name')).toEqual({ to: 'name', from: ['Full name'] })
    expect(useOf(recipe, 'First')).toEqual({ to: 'nothing' })
    expect(useInstead(start, 'Full name', 'email').fields.at(-1)).toEqual({ to: 'email', from: ['Full name'] })
  })

  it('takes the first of several columns or joins them, and forgets both when one is left', () => {
    const [name] = start.fields
    if (!name) throw new Error('no rule')
    const first = withTake(name, true)
    expect(first).toEqual({ to: 'name', from: ['First', 'Last'], take: 'first' })
    expect(withTake(first, false)).toEqual({ to: 'name', from: ['First', 'Last'] })
    expect(release({ ...start, fields: [first] }, 'Last').fields).toEqual([{ to: 'name', from: ['First'] }])
  })

  it('keeps the changes of the text when another column finds the contacts in the same way', () => {
    const steps = [{ do: 'digits' as const }]
    const stepped = { ...start, match: { ...start.match, steps } }
    expect(assignMatch(stepped, 'phone', 'Home').match).toMatchObject({ column: 'Home', steps })
    expect(assignMatch(stepped, 'uuid', 'ID').match.steps).toBeUndefined()
  })

  it('gives a recipe that the engine takes, and one use for each column, whatever is chosen in whatever order', () => {
    const columns = ['First', 'Last', 'Tags', 'Mobile', 'Office', 'Other']
    const column = fc.constantFrom(...columns)
    const target = fc.constantFrom<Target>('name', 'email', 'notes', 'tags', 'blocked', 'custom:x')
    const edit = fc.oneof(
      fc.tuple(column, target).map(
        ([name, to]) =>
          (recipe: Recipe) =>
            assignField(recipe, name, to),
      ),
      column.map((name) => (recipe: Recipe) => release(recipe, name)),
      fc.tuple(column, target).map(
        ([name, to]) =>
          (recipe: Recipe) =>
            useInstead(recipe, name, to),
      ),
      fc.boolean().map((isFirst) => (recipe: Recipe) => ({
        ...recipe,
        fields: recipe.fields.map((rule) => (rule.from && rule.from.length > 1 ? withTake(rule, isFirst) : rule)),
      })),
      column.map((name) => (recipe: Recipe) => addPhone(recipe, name)),
      fc.tuple(column, fc.constantFrom('phone' as const, 'uuid' as const)).map(
        ([name, by]) =>
          (recipe: Recipe) =>
            assignMatch(recipe, by, name),
      ),
      column.map((name) => (recipe: Recipe) => dropColumn(recipe, name)),
      column.map((name) => (recipe: Recipe) => preferPhone(recipe, name)),
      target.map((to) => (recipe: Recipe) => setConstant(recipe, to, 'x')),
    )
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const recipe = edits.reduce((current, change) => change(current), start)
        expect(recipeSchema.safeParse(JSON.parse(JSON.stringify(recipe))).success).toBe(true)
        for (const name of columns) expect(recipe.fields.filter(({ from }) => from?.includes(name)).length).toBeLessThanOrEqual(1)
        const { match } = recipe
        const finding = [match.column, ...(match.otherColumns ?? []), ...(match.phoneColumns ?? [])]
        expect(new Set(finding).size).toBe(finding.length)
        expect(new Set(recipe.fields.map(({ to }) => to)).size).toBe(recipe.fields.length)
      }),
    )
  })
})
