import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { findJsonMistake } from '../../../../src-main/engine/mapping/recipe/json-mistake.ts'
import { parseRecipe } from '../../../../src-main/engine/mapping/recipe/parse-recipe.ts'

const good = {
  version: 1,
  name: 'Monthly consent list',
  kind: 'contacts',
  source: { encoding: 'auto', delimiter: 'auto', header: true, skipLines: 0 },
  match: { by: 'phone', column: 'Mobile Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['First Name', 'Last Name'], join: ' ' },
    { to: 'tags', from: ['Tags'], tags: 'add' },
    { to: 'blocked', from: ['Blocked?'], values: { Y: true, N: false } },
    { to: 'custom:Account ID', from: ['Account ID'] },
    { to: 'notes', value: 'Imported from the old CRM' },
  ],
  blank: 'keep',
  notFound: 'skip',
  duplicates: 'last',
}

function refusal(recipe: unknown): AppError {
  try {
    parseRecipe(typeof recipe === 'string' ? recipe : JSON.stringify(recipe))
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('The recipe was accepted')
}

/** The lines of the message after its first. */
const mistakesIn = (recipe: unknown) => refusal(recipe).message.split('\n').slice(1)

test('a good recipe is read, with what it leaves out filled in', () => {
  const recipe = parseRecipe(`\uFEFF${JSON.stringify(good, null, 2)}`)
  expect(recipe).toMatchObject(good)
  expect(
    parseRecipe(JSON.stringify({ version: 1, name: 'x', kind: 'contacts', match: { by: 'uuid', column: 'id' }, fields: [] })),
  ).toMatchObject({
    blank: 'keep',
    notFound: 'skip',
    duplicates: 'last',
    source: { encoding: 'auto', header: true },
  })
})

test('steps are read, and mistakes in them named with their paths', () => {
  const steps = [
    { do: 'trim' },
    { do: 'case', to: 'title' },
    { do: 'replace', find: 'a', with: '' },
    { do: 'split', at: ',', take: -1 },
    { do: 'digits' },
    { do: 'date', from: 'DD.MM.YYYY' },
  ]
  expect(
    parseRecipe(
      JSON.stringify({
        ...good,
        match: { ...good.match, steps: [{ do: 'digits' }] },
        fields: [{ to: 'name', from: ['A', 'B'], take: 'first', steps }],
      }),
    ).fields[0]?.steps,
  ).toEqual(steps)
  const wrong = [
    { do: 'trimm' },
    { do: 'case', to: 'capitals' },
    { do: 'split', at: '', take: 0 },
    { do: 'replace', find: 'a', whith: 'b' },
    { do: 'date', too: 'x' },
  ]
  const mistakes = mistakesIn({
    ...good,
    match: { ...good.match, steps: [] },
    fields: [{ to: 'name', from: ['A'], take: 'last', steps: wrong }],
  })
  for (const start of [
    'match.steps: must not be empty',
    'fields[0].take: must be one of "join", "first"',
    'fields[0].steps[0].do: must be one of "trim", "case"',
    'fields[0].steps[1].to: must be one of "upper"',
    'fields[0].steps[2].at: must not be empty',
    'fields[0].steps[2].take: must not be 0',
    'fields[0].steps[3].with: is missing',
    'fields[0].steps[3].whith: is not known; is it "with"?',
    'fields[0].steps[4].too: is not known; is it "to"?',
  ]) {
    expect(
      mistakes.filter((mistake) => mistake.startsWith(start)),
      start,
    ).toHaveLength(1)
  }
})

test('a mistake in the form of one part does not hide what is wrong elsewhere', () => {
  const mistakes = mistakesIn({
    ...good,
    duplicates: 'pick',
    match: { ...good.match, colum: 'x', country: 'XX' },
    fields: [
      { to: 'name', template: '{{First}} {{Last' },
      { to: 'email', from: ['A'], take: 'frist', tags: 'add' },
      { to: 'email', from: ['B'] },
    ],
  })
  expect(mistakes.map((mistake) => mistake.split(':')[0])).toEqual([
    'match.colum',
    'fields[1].take',
    'duplicates',
    'match.country',
    'fields[2].to',
    'fields[0].template',
    'fields[1].tags',
  ])
})

test('what cannot be missing does not hide what is wrong elsewhere either', () => {
  const mistakes = mistakesIn({
    version: 3,
    name: '',
    kind: 'contact',
    source: { encoding: 'utf-99', delimiter: ';;', quote: 'ab', skipLines: -1 },
    match: { by: 'fone', column: '', country: 'XX' },
    only: { column: 'Status', is: [] },
    fields: [
      { to: 'nam', from: ['A'] },
      { to: 'notes', template: '{{A' },
      { to: 'email', from: ['B'], steps: [{ do: 'case', to: 'upperr' }] },
      { to: 'email', from: ['C'], colour: 'red' },
      { to: 'archived', value: 'perhaps', separator: ';' },
    ],
    duplicates: 'merged',
    merge: { values: 'last' },
    notFound: 'create',
  })
  expect(mistakes.map((mistake) => mistake.split(':')[0])).toEqual([
    'version',
    'name',
    'kind',
    'source.skipLines',
    'match.by',
    'match.column',
    'only.is',
    'fields[0].to',
    'fields[2].steps[0].to',
    'fields[3].colour',
    'duplicates',
    'source.encoding',
    'source.delimiter',
    'source.quote',
    'match.country',
    'fields[3].to',
    'fields[1].template',
    'fields[4].separator',
    'fields[4].value',
  ])
  expect(mistakes).toContain('source.skipLines: must be at least 0')
})

test('what follows from a mistake alone is none', () => {
  expect(mistakesIn({ ...good, kind: 'messages', fields: [{ to: 'body', from: 'Text' }] })).toHaveLength(1)
  expect(mistakesIn({ ...good, kind: 'consent', fields: [{ to: 'consent' }] })).toHaveLength(1)
  expect(mistakesIn({ ...good, duplicates: 'merged', merge: { values: 'last' } })).toHaveLength(1)
  expect(mistakesIn({ ...good, kind: 'message', fields: [{ to: 'body', from: ['Text'] }], resolveAfter: true })).toHaveLength(1)
  expect(mistakesIn({ ...good, fields: [{ to: 'mail', from: ['A'] }], duplicateBy: ['email'] })).toHaveLength(1)
})

test('reading what was written gives the same recipe', () => {
  const recipe = parseRecipe(JSON.stringify(good))
  expect(parseRecipe(JSON.stringify(recipe))).toEqual(recipe)
})

test('every mistake of the shape is named with its path, all at once', () => {
  const mistakes = mistakesIn({
    version: 2,
    nmae: 'x',
    kind: 'contact',
    match: { by: 'fone', colum: 'P', country: 'us' },
    fields: [{ to: 'nam', form: ['x'] }, { to: 'name' }, { to: 'tags', from: [], tags: 'merge' }],
  })
  for (const start of [
    'version: must be 1',
    'name: is missing',
    'kind: must be one of "contacts"',
    'match.by: must be one of',
    'match.column: is missing',
    'match.country: must be two capital letters',
    'match.colum: is not known; is it "column"?',
    'fields[0].to: must be one of name',
    'fields[0].form: is not known; is it "from"?',
    'fields[1]: takes either',
    'fields[2].from: must not be empty',
    'fields[2].tags: must be one of',
    'nmae: is not known; is it "name"?',
  ]) {
    expect(mistakes.filter((mistake) => mistake.startsWith(start))).toHaveLength(1)
  }
})

test('a name that stands twice is told, with its path: JSON would take the last one without a word', () => {
  const text = JSON.stringify({
    ...good,
    fields: [
      { to: 'notes', value: '{"to":"a","to":"b"},' },
      { to: 'blocked', from: ['A'], values: { Yes: true, no: false } },
    ],
  })
  expect(() => parseRecipe(text)).not.toThrow()
  const twice = text
    .replace('"no":false', '"no":false,"Yes":false')
    .replace('"from":["A"]', '"from":["A"],"fr\\u006fm":["B"]')
    .replace('"kind":', '"version":1,"kind":')
  expect(() => parseRecipe(twice)).toThrow(
    '3 mistakes:\nversion: stands here more than once\nfields[1].from: stands here more than once\nfields[1].values.Yes: stands here more than once',
  )
})

test('what could have several forms is told all of them, and a known word in a wrong place that it does not belong there', () => {
  const values = { Y: [], N: false }
  expect(
    mistakesIn({
      ...good,
      source: { skipLines: null },
      tags: 'add',
      fields: [
        { to: 'blocked', from: ['A'], values, with: 'x' },
        { to: 'notes', value: {} },
        { to: 'name', from: ['B'], values: [] },
      ],
    }),
  ).toEqual([
    'source.skipLines: must be number or "auto"',
    'fields[0].values.Y: must be string or boolean or number or null',
    'fields[0].with: does not belong here',
    'fields[1].value: must be string or boolean or number or null',
    'fields[2].values: must be object, not array',
    'tags: does not belong here',
  ])
})

test('brackets inside brackets without end are a mistake like others', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const text of [deep, JSON.stringify(good).replace('"name":"', `"name":${deep},"_":"`)])
    expect(() => parseRecipe(text)).toThrow('too deeply')
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect(() => parseRecipe(nested(101))).not.toThrow('too deeply')
  expect(() => parseRecipe(nested(102))).toThrow('too deeply')
})

describe('a recipe that can fit no file is refused with the path', () => {
  const withField = (field: object, rest: object = {}) => ({ ...good, fields: [field], ...rest })
  test.each<[string, object, string]>([
    ['an encoding that nobody knows', { ...good, source: { encoding: 'utf-99' } }, 'source.encoding: "utf-99" is not an encoding'],
    ['several characters between cells', { ...good, source: { delimiter: ';;' } }, 'source.delimiter: ";;" cannot separate cells'],
    [
      'steps of a constant',
      withField({ to: 'name', value: 'a', steps: [{ do: 'trim' }] }),
      'fields[0].steps: goes with "from", not with a constant "value"',
    ],
    [
      'a pattern that cannot be read',
      withField({ to: 'name', from: ['A'], steps: [{ do: 'trim' }, { do: 'replace', find: '(', with: '', pattern: true }] }),
      'fields[0].steps[1].find: is not a pattern that can be read:',
    ],
    [
      'a date as what finds the contact',
      { ...good, match: { by: 'uuid', column: 'A', steps: [{ do: 'date' }] } },
      'match.steps[0].do: what finds the contact is no date',
    ],
    [
      'a join where nothing is joined',
      withField({ to: 'name', from: ['A', 'B'], take: 'first', join: ' ' }),
      'fields[0].join: does not go with "take": "first"',
    ],
    [
      'the first of evidence',
      {
        ...good,
        kind: 'consent',
        fields: [
          { to: 'consent', value: true },
          { to: 'evidence', from: ['A', 'B'], take: 'first' },
        ],
      },
      'fields[1].take: does not go with "evidence"',
    ],
    [
      'the same target twice',
      {
        ...good,
        fields: [
          { to: 'name', value: 'a' },
          { to: 'name', value: 'b' },
        ],
      },
      'fields[1].to: "name" is set by fields[0]',
    ],
    [
      'the same custom field twice',
      {
        ...good,
        fields: [
          { to: 'custom:A b', value: 'a' },
          { to: 'custom:a  B', value: 'b' },
        ],
      },
      'fields[1].to: ',
    ],
    ['a target of another kind', withField({ to: 'body', from: ['A'] }), 'fields[0].to: an import of kind "contacts" has no "body"'],
    [
      'what is filled, of another field',
      withField({ to: 'blocked', from: ['A'], filled: false }),
      'fields[0].filled: belongs to "consent" only',
    ],
    [
      'what is filled, with values',
      withField({ to: 'consent', from: ['A'], filled: false, values: { a: true } }),
      'fields[0].filled: goes with "from"',
    ],
    [
      'unconfirmed words of another field',
      withField({ to: 'blocked', from: ['A'], unconfirmed: true }),
      'fields[0].unconfirmed: belongs to "consent" only',
    ],
    ['a custom field in a consent import', withField({ to: 'custom:A', from: ['A'] }, { kind: 'consent' }), 'fields[0].to: '],
    ['consent without consent', withField({ to: 'evidence', from: ['A'] }, { kind: 'consent' }), 'fields: a consent import needs'],
    ['messages without a body', withField({ to: 'sentAt', from: ['A'] }, { kind: 'messages' }), 'fields: a message import needs'],
    [
      'two sources at once',
      withField({ to: 'name', from: ['A'], template: '{{A}}' }),
      'fields[0]: takes either "from", "value" or "template"',
    ],
    [
      'a template that is not closed',
      withField({ to: 'name', template: 'Dear {{A' }),
      'fields[0].template: the "{{" at character 6 is not closed',
    ],
    [
      'a template with an empty place',
      withField({ to: 'name', template: '{{ }}' }),
      'fields[0].template: the braces at character 1 name no column',
    ],
    ['a template without a column', withField({ to: 'notes', template: 'Hi {{{{A}}' }), 'fields[0].template: names no column'],
    ['a template for a flag', withField({ to: 'blocked', template: '{{A}}' }), 'fields[0].template: belongs to "name", "notes"'],
    [
      'a template with a value map',
      withField({ to: 'name', template: '{{A}}', values: { a: 'b' } }),
      'fields[0].values: goes with "from", not with a "template"',
    ],
    [
      'a time in the text without a time',
      withField({ to: 'body', template: '{{sentAt}} {{A}}' }, { kind: 'messages' }),
      'fields[0].template: {{sentAt}} needs a field',
    ],
    [
      'a time zone without a time in the text',
      withField({ to: 'body', template: '{{A}}', timeZone: 'UTC' }, { kind: 'messages' }),
      'fields[0].timeZone: belongs to',
    ],
    ['a filter without words', { ...good, only: { column: 'A', is: [] } }, 'only.is: must not be empty'],
    ['a filter with a word that is none', { ...good, only: { column: 'A', are: ['x'] } }, 'only.are: is not known'],
    ['a flag that is neither true nor false', withField({ to: 'blocked', value: 'perhaps' }), 'fields[0].value: must be true or false'],
    ['a flag constant of null', withField({ to: 'blocked', value: null }), 'fields[0].value: must be true or false'],
    [
      'a value map with a wrong value',
      withField({ to: 'archived', from: ['A'], values: { x: 'sometimes' } }),
      'fields[0].values["x"]: must be true or false',
    ],
    [
      'a value map that contradicts itself',
      withField({ to: 'archived', from: ['A'], values: { Y: true, ' y ': false } }),
      'fields[0].values[" y "]: contradicts "Y"',
    ],
    ['clearing a flag', withField({ to: 'blocked', from: ['A'], blank: 'clear' }), 'fields[0].blank: "blocked" has no empty state'],
    ['clearing tags that are added', withField({ to: 'tags', from: ['A'], blank: 'clear' }), 'fields[0].blank: '],
    ['handling of tags elsewhere', withField({ to: 'name', from: ['A'], tags: 'add' }), 'fields[0].tags: belongs to "tags"'],
    ['a separator elsewhere', withField({ to: 'name', from: ['A'], separator: ';' }), 'fields[0].separator: belongs to'],
    ['a map for a constant', withField({ to: 'name', value: 'A', values: { a: 'b' } }), 'fields[0].values: goes with "from"'],
    ['a wrong constant address', withField({ to: 'email', value: 'nobody' }), 'fields[0].value: "nobody" is not an e-mail address'],
    [
      'a country that has no phones',
      { ...good, match: { by: 'phone', column: 'P', country: 'XX' } },
      'match.country: "XX" is not a country',
    ],
    [
      'a department for contacts',
      { ...good, group: 'Sales' },
      'group: belongs to imports of resolve, whispers, messages, send and groupSend',
    ],
    [
      'texts to groups from no department',
      withField({ to: 'body', from: ['Text'] }, { kind: 'groupSend', duplicates: 'first' }),
      'group: is needed: name the department for group messaging',
    ],
    [
      'texts to groups by identifiers',
      withField(
        { to: 'body', from: ['Text'] },
        { kind: 'groupSend', duplicates: 'first', group: 'G', match: { by: 'uuid', column: 'Id' } },
      ),
      'match.by: must be "phone"',
    ],
    [
      'creating without a phone number',
      { ...good, match: { by: 'uuid', column: 'P' }, notFound: 'create' },
      'notFound: contacts can only be created',
    ],
    [
      'an opt-out column as consent',
      withField({ to: 'consent', from: ['Opted Out'] }, { kind: 'consent' }),
      'fields[0].values: the column "Opted Out" says the opposite',
    ],
  ])('%s', (_what, recipe, start) => {
    expect(mistakesIn(recipe).filter((mistake) => mistake.startsWith(start))).toHaveLength(1)
    expect(refusal(recipe).code).toBe('recipe.invalid')
  })
})

describe('text that is not JSON', () => {
  test.each([
    ['', 'The recipe is empty.'],
    ['  \n', 'The recipe is empty.'],
    ['{"version": 1,', 'The recipe ends too early, in line 1'],
    ['{\n "version": 1\n "name": "x"}', 'line 3, column 2'],
    ['{"version":1,}', 'line 1, column 14'],
    ['{"a": x}', 'line 1, column 7'],
    ['nonsense', 'line 1, column 2'],
  ])('%j: %s', (text, part) => {
    expect(refusal(text).message).toContain(part)
  })

  test('is located where one wrong character was put in', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, position) => {
        const at = position % (json.length + 1)
        const broken = `${json.slice(0, at)}\u0001${json.slice(at)}`
        expect(findJsonMistake(broken)).toEqual({ line: 1, column: at + 1, isCutOff: false })
        expect(findJsonMistake(json)).toBeNull()
      }),
    )
  })
})

test('a time zone that does not exist is a mistake', () => {
  const withZone = (timeZone: string) => ({
    ...good,
    kind: 'messages',
    fields: [
      { to: 'body', template: '{{sentAt}} {{A}}', timeZone },
      { to: 'sentAt', from: ['B'] },
    ],
  })
  expect(mistakesIn(withZone('Berlin'))).toEqual(['fields[0].timeZone: "Berlin" is not a time zone; write one such as "America/New_York"'])
  expect(parseRecipe(JSON.stringify(withZone('Europe/Berlin'))).fields[0]).toMatchObject({ timeZone: 'Europe/Berlin' })
})

test.each([
  ['__proto__', '{"__proto__": {"a": 1}, "version": 1}'],
  ['match.__proto__', JSON.stringify(good).replace('"by":', '"__proto__":1,"by":')],
  ['fields[2].values.__proto__', JSON.stringify(good).replace('"Y":true', '"\\u005f_proto__":true')],
])('a name that would be lost without a word is a mistake: %s', (path, text) => {
  expect(mistakesIn(text)).toEqual([`${path}: is no name that a recipe can have`])
})

test('a recipe for texts to groups needs a department and numbers, and no more', () => {
  const groups = { kind: 'groupSend', duplicates: 'first', group: 'G', fields: [{ to: 'body', from: ['Text'] }] }
  expect(parseRecipe(JSON.stringify({ version: 1, name: 'Families', match: good.match, ...groups }))).toMatchObject({ group: 'G' })
})
