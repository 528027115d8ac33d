import { describe, expect, it } from 'vitest'
import type { ColumnGuess } from '../../../../src-main/engine/mapping/preview/mapping-schema.ts'
import { type Recipe, recipeSchema } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { groupColumns } from '../../../../src-renderer/wizard/mapping/column-groups.ts'
import { columnId, isModeOpen, openQuestions, type Question } from '../../../../src-renderer/wizard/mapping/open-questions.ts'
import { withDayOrder } from '../../../../src-renderer/wizard/mapping/recipe-edit.ts'

const columns = ['Mobile', 'Name', 'Alt. phone', 'Texts OK?', 'City', 'Empty']
const guess = (name: string, rest: Partial<ColumnGuess> = {}): ColumnGuess => ({
  name,
  target: null,
  confidence: 'likely',
  reason: '',
  question: null,
  mayRefuse: false,
  others: [],
  ...rest,
})
const guesses = [
  guess('Mobile', { target: 'match', confidence: 'sure' }),
  guess('Name', { target: 'name', confidence: 'sure' }),
  guess('Alt. phone', { question: 'phone' }),
  guess('Texts OK?', { target: 'consent', confidence: 'sure' }),
  guess('City'),
  guess('Empty'),
]
const suggested: Recipe = recipeSchema.parse({
  version: 1,
  name: 'Contacts',
  kind: 'contacts',
  match: { by: 'phone', column: 'Mobile' },
  mode: 'updateAndAdd',
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'consent', from: ['Texts OK?'], values: { Yes: true, No: false }, unconfirmed: true },
  ],
})
const ask = (recipe: Recipe, answered: string[] = [], some = guesses) =>
  openQuestions({ recipe, columns, guesses: some, suggested, answered }).map(({ id }) => id)
const consentRule = (rest: object) => ({ to: 'consent' as const, from: ['Texts OK?'], values: { Yes: true, No: false }, ...rest })

describe('open questions', () => {
  it('are what only a person can say: a further number, and words that give consent', () => {
    expect(ask(suggested)).toEqual([columnId('Alt. phone'), columnId('Texts OK?')])
    expect(ask(suggested, [columnId('Alt. phone')])).toEqual([columnId('Texts OK?')])
  })

  it('about consent end by confirming it, or by leaving the column out, and by no answer beside the recipe', () => {
    const id = columnId('Texts OK?')
    const withRule = (rest: object): Recipe => ({ ...suggested, fields: [consentRule(rest)] })
    expect(ask(withRule({ unconfirmed: ['Yes'] }), [id])).toContain(id)
    expect(ask(withRule({}))).not.toContain(id)
    expect(ask({ ...suggested, fields: [] })).not.toContain(id)
    // Words that only refuse need nobody's confirmation.
    expect(ask(withRule({ values: { No: false }, unconfirmed: true }))).not.toContain(id)
  })

  it('come for a column that may tell who refuses as long as permissions come from another, whoever saved the recipe', () => {
    const id = columnId('City')
    const told = guesses.map((one) => (one.name === 'City' ? guess('City', { mayRefuse: true }) : one))
    expect(ask(suggested, [id], told)).toContain(id)
    expect(ask({ ...suggested, leftOut: ['City'] }, [], told)).not.toContain(id)
    expect(ask({ ...suggested, fields: suggested.fields.filter(({ to }) => to !== 'consent') }, [], told)).not.toContain(id)
    expect(ask({ ...suggested, fields: [...suggested.fields, { to: 'notes', from: ['City'] }] }, [], told)).not.toContain(id)
  })

  it('come for a header in doubt until it is answered, and for a column that was mapped by guess', () => {
    const doubtful = guesses.map((one) => (one.name === 'City' ? guess('City', { question: 'consent' }) : one))
    expect(ask(suggested, [], doubtful)).toContain(columnId('City'))
    expect(ask(suggested, [columnId('City')], doubtful)).not.toContain(columnId('City'))
    const guessed = guesses.map((one) => (one.name === 'Name' ? guess('Name', { target: 'name', confidence: 'guess' }) : one))
    expect(ask(suggested, [], guessed)).toContain(columnId('Name'))
    expect(ask({ ...suggested, fields: [{ to: 'notes', from: ['Name'] }] }, [], guessed)).not.toContain(columnId('Name'))
  })

  it('ask which column finds the contacts where none looks like it, and nothing else of that column', () => {
    const none = guesses.map((one) => (one.name === 'Mobile' ? guess('Mobile', { confidence: 'guess', question: 'match' }) : one))
    expect(ask(suggested, [], none)[0]).toBe('match')
    expect(ask(suggested, [], none)).not.toContain(columnId('Mobile'))
    expect(ask(suggested, ['match'], none)).not.toContain('match')
    expect(ask({ ...suggested, match: { by: 'phone', column: 'City' } }, [], none)).not.toContain('match')
    expect(ask({ ...suggested, match: { by: 'phone', column: 'Gone' } })).toContain('match')
  })

  it('ask whom to import where nobody has said so and somebody could be added', () => {
    const { mode: _, ...open } = suggested
    expect(ask(open)).toContain('mode')
    expect(ask(open, ['mode'])).not.toContain('mode')
    expect(isModeOpen({ ...open, notFound: 'create' }, [])).toBe(false)
    expect(isModeOpen({ ...open, match: { by: 'uuid', column: 'ID' } }, [])).toBe(false)
    expect(isModeOpen({ ...open, kind: 'consent' }, [])).toBe(false)
  })

  it('ask who wrote messages, and whether everybody agreed', () => {
    expect(ask({ ...suggested, kind: 'messages', direction: 'unknown' })).toContain('direction')
    expect(ask({ ...suggested, kind: 'messages', direction: 'inbound' })).not.toContain('direction')
    expect(ask({ ...suggested, fields: [{ to: 'consent', value: true, unconfirmed: true }] })).toContain('everybody')
  })
})

describe('groups of columns', () => {
  it('hold each column once: those that find the contacts first, blank ones apart, what is asked in none', () => {
    const source = columns.map((name, index) => ({ index, name, header: name, samples: name === 'Empty' ? [] : ['x'] }))
    const recipe: Recipe = { ...suggested, match: { by: 'phone', column: 'City' } }
    const questions: Question[] = [{ id: columnId('Texts OK?'), about: 'consent', column: 'Texts OK?' }]
    const groups = groupColumns(source, recipe, questions)
    const names = (some: { name: string }[]) => some.map(({ name }) => name)
    expect(names(groups.imported)).toEqual(['City', 'Name'])
    expect(names(groups.leftOut)).toEqual(['Mobile', 'Alt. phone'])
    expect(names(groups.blank)).toEqual(['Empty'])
    expect(names(groupColumns(source, recipe, [{ id: 'match', about: 'match', column: null }]).imported)).toEqual(['Name', 'Texts OK?'])
  })
})

describe('dates that can mean two days', () => {
  const messages: Recipe = recipeSchema.parse({
    version: 1,
    name: 'Messages',
    kind: 'messages',
    match: { by: 'phone', column: 'Mobile' },
    direction: 'inbound',
    fields: [
      { to: 'body', from: ['Name'] },
      { to: 'sentAt', from: ['City'] },
    ],
  })
  const dated = [guess('City', { target: 'sentAt', question: 'dates' })]
  const open = (recipe: Recipe, answered: string[] = []) =>
    openQuestions({ recipe, columns, guesses: dated, suggested: messages, answered }).map(({ about }) => about)

  it('are a question until the order of day and month is said, or the column goes elsewhere', () => {
    expect(open(messages)).toEqual(['dates'])
    expect(open(withDayOrder(messages, 'City', 'monthFirst'))).toEqual([])
    expect(open({ ...messages, fields: messages.fields.slice(0, 1) })).toEqual([])
    expect(open(messages, [columnId('City')])).toEqual([])
    expect(withDayOrder(messages, 'City', 'dayFirst').fields[1]?.steps).toEqual([{ do: 'date', from: 'dayFirst' }])
  })
})
