import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestRecipe } from '../../../../src-main/engine/mapping/suggest/suggest-recipe.ts'
import { headerTokens } from '../../../../src-main/engine/text/headers/consent/header-tokens.ts'
import { wordClasses } from '../../../../src-main/engine/text/headers/consent/header-word-class.ts'
import { languages } from '../../../../src-main/engine/text/headers/consent/lexicon.ts'
import { portion } from '../../../helpers/portion.ts'
import { permissionHeaders, refusalHeaders } from '../../text/headers/consent/clear-headers.ts'
import { account, columnsNamed } from '../mapping-case.ts'

const firstDoubt = wordClasses.indexOf('otherChannel')
const wordsOf = (isMeant: (wordClass: (typeof wordClasses)[number]) => boolean) => [
  ...new Set(languages.flatMap(({ classOf }) => [...classOf].filter(([, own]) => isMeant(own)).map(([word]) => word))),
]
const negations = wordsOf((own) => own === 'negation' || own === 'forbids')
// Pictures beside texts are sent by the same permission: "SMS/MMS Opt In". By themselves they are another channel.
const doubts = wordsOf((own) => wordClasses.indexOf(own) >= firstDoubt).filter((word) => word !== 'mms')
const flagHeaders = ['Blocked', 'Is Blocked', 'Archived', 'Unreachable']

/** What a yes and a no under this header do, as the whole suggestion has it: `consent: true`, `blocked: true`, … */
function suggested(header: string, kind: 'contacts' | 'consent'): string[] {
  const rows = ['Yes', 'No', 'Yes'].map((word, at) => ({ line: at + 2, cells: [`+1202555012${at}`, word] }))
  const { recipe } = suggestRecipe({ kind, columns: columnsNamed('Phone', header), rows, account })
  return recipe.fields.flatMap(({ to, from, values = {} }) => (from?.includes(header) === true ? [`${to}: ${values.Yes}`] : []))
}

const added = (headers: readonly string[], words: readonly string[]) =>
  fc
    .record({
      header: fc.constantFrom(...headers),
      word: fc.constantFrom(...words),
      place: fc.nat(),
      kind: fc.constantFrom('contacts', 'consent'),
    })
    .map(({ header, word, place, kind }) => {
      const tokens = headerTokens(header, true)
      const at = place % (tokens.length + 1)
      return { header: [...tokens.slice(0, at), word, ...tokens.slice(at)].join(' '), kind }
    })

test('pictures alone are another channel, beside texts they are not', () => {
  expect([suggested('MMS Opt In', 'contacts'), suggested('SMS/MMS Opt In', 'contacts')]).toEqual([[], ['consent: true']])
})

test('these headers are mapped as they are: a yes gives permission, or refuses it', () => {
  expect([suggested('SMS Opt-In', 'contacts'), suggested('SMS Opt-Out', 'consent')]).toEqual([['consent: true'], ['consent: false']])
})

test.each([
  ['gives no permission any more', permissionHeaders, [...negations, ...doubts], 'consent: true'],
  ['gives no permission where it refused', refusalHeaders, [...negations, ...doubts], 'consent: true'],
  ['blocks and archives nobody', flagHeaders, negations, /^(?:blocked|archived|unreachable): true$/],
])('with one word more, which denies it or is about something else, a yes %s', (_what, headers, words, never) => {
  fc.assert(
    fc.property(added(headers, words), ({ header, kind }) => {
      const found = suggested(header, kind).filter((use) => (typeof never === 'string' ? use === never : never.test(use)))
      expect([header, found]).toEqual([header, []])
    }),
    { numRuns: portion(4000) },
  )
})
