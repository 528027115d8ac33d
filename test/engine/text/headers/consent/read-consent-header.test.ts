import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../../../../../src-main/engine/text/headers/consent/lexicon.ts'
import { headerTokens } from '../../../../../src-main/engine/text/headers/consent/header-tokens.ts'
import { mayTellRefusal, readConsentHeader } from '../../../../../src-main/engine/text/headers/consent/read-consent-header.ts'
import { wordClasses } from '../../../../../src-main/engine/text/headers/consent/header-word-class.ts'
import { evidenceHeaders, permissionHeaders, refusalDateHeaders, refusalHeaders, statusHeaders } from './clear-headers.ts'
import { doubtfulHeaders } from './doubtful-headers.ts'
import { alsoPermission, notPermission } from './more-headers.ts'
import { portion } from '../../../../helpers/portion.ts'

const says = (header: string) => readConsentHeader(header)?.says ?? null
const wrong = (headers: readonly string[], expected: (said: string | null) => boolean) =>
  headers.filter((header) => !expected(says(header)))

describe('what a header says of permission to text, in seven languages', () => {
  test('a header whose every word says permission is permission', () => {
    expect(permissionHeaders.length).toBeGreaterThan(80)
    expect(wrong([...permissionHeaders, ...alsoPermission], (said) => said === 'permission')).toEqual([])
  })

  test('no header in doubt is permission, refusal or evidence: it is a question or nothing', () => {
    expect(new Set(doubtfulHeaders).size).toBeGreaterThan(400)
    expect(wrong([...doubtfulHeaders, ...notPermission], (said) => said === 'question' || said === null)).toEqual([])
  })

  test('refusals, the dates of refusals, states and evidence are told apart', () => {
    expect(wrong(refusalHeaders, (said) => said === 'refusal')).toEqual([])
    expect(wrong(refusalDateHeaders, (said) => said === 'refusalDate')).toEqual([])
    expect(wrong(statusHeaders, (said) => said === 'status')).toEqual([])
    expect(wrong(evidenceHeaders, (said) => said === 'evidence')).toEqual([])
  })

  test.each([
    ['SMS Opt-In Failed', '"failed" says that something happened, not that somebody agreed.'],
    ['Telegram Message Opt-in', '"telegram" is another way of contact. Permission for that is not permission for texts.'],
    ['Former SMS subscriber', '"former" tells of another time than now.'],
    ['Spouse SMS consent', '"spouse" seems to be somebody other than the contact.'],
    ['SMS consent form', '"form" names a document, not what somebody agreed to.'],
    ['Consentement SMS non donné', '"non" says that something is not there, or not so.'],
    ['MMS consent', '"mms" alone names messages with pictures. Permission for those is not permission for texts.'],
    ['Quux SMS consent', 'Rollcall does not know what "quux" means here.'],
  ])('"%s" is a question, and why is said in words', (header, reason) => {
    expect(readConsentHeader(header)).toMatchObject({ says: 'question', reason })
  })

  test.each([
    ['Name'],
    ['Mobile Phone'],
    ['Email'],
    ['Notes'],
    ['SMS Count'],
    ['Last SMS'],
    ['Number of texts'],
    ['Company'],
    ['Birthday'],
    ['Adopting parents'],
    ['Captioning'],
    ['Message'],
    ['Context'],
    [''],
  ])('"%s" is about something else', (header) => {
    expect(readConsentHeader(header)).toBeNull()
  })
})

describe('no single added word turns what a header says into its opposite', () => {
  const firstDoubt = wordClasses.indexOf('otherChannel')
  const doubtWords = [
    ...new Set(
      languages.flatMap(({ classOf }) =>
        [...classOf].filter(([, wordClass]) => wordClasses.indexOf(wordClass) >= firstDoubt).map(([word]) => word),
      ),
    ),
  ]
  const negations = [
    ...new Set(
      languages.flatMap(({ classOf }) =>
        [...classOf].filter(([, wordClass]) => wordClass === 'negation' || wordClass === 'forbids').map(([word]) => word),
      ),
    ),
  ]
  const places = (header: string) => {
    const words = headerTokens(header, true)
    return Array.from(
      { length: words.length + 1 },
      (_, at) => (word: string) => [...words.slice(0, at), word, ...words.slice(at)].join(' '),
    )
  }

  const drawn = (headers: readonly string[], words: readonly string[]) =>
    fc
      .record({ header: fc.constantFrom(...headers), word: fc.constantFrom(...words), place: fc.nat() })
      .map(({ header, word, place }) => places(header)[place % places(header).length]?.(word) ?? '')

  test('with a negation, in any place, permission is permission no more', () => {
    fc.assert(
      fc.property(drawn(permissionHeaders, negations), (header) => {
        expect([header, says(header)]).not.toEqual([header, 'permission'])
      }),
      { numRuns: portion(3000) },
    )
  })

  test('with a word for another channel, time, event, person or document, permission is permission no more', () => {
    fc.assert(
      fc.property(drawn(permissionHeaders, doubtWords), (header) => {
        expect([header, says(header)]).not.toEqual([header, 'permission'])
      }),
      { numRuns: portion(3000) },
    )
  })

  test('with a negation a refusal never becomes permission', () => {
    fc.assert(
      fc.property(drawn(refusalHeaders, negations), (header) => {
        expect([header, says(header)]).not.toEqual([header, 'permission'])
      }),
      { numRuns: portion(1000) },
    )
  })

  test('with a word that is not known, nothing is mapped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...permissionHeaders, ...refusalHeaders, ...statusHeaders, ...refusalDateHeaders),
        fc
          .stringMatching(/^[a-z]{3,12}$/)
          .filter((word) => !languages.some(({ classOf }) => classOf.has(word)) && says(`${word} sms`) === null),
        fc.nat(),
        (header, word, place) => {
          const ways = places(header)
          const added = ways[place % ways.length]?.(word) ?? ''
          expect(says(added) ?? 'question', added).toBe('question')
        },
      ),
      { numRuns: portion(1000) },
    )
  })

  test('a lone "un", "non" or "dis" before a word of permission is not overlooked', () => {
    for (const before of ['un', 'non', 'dis', 'in', 'ex', 'pre', 're', 'a', 'anti', 'nicht', 'de', 'des', 'sin']) {
      for (const header of ['consent', 'subscribed sms', 'authorized sms', 'consentement sms', 'consenso sms'])
        expect([before + header, says(before + header)]).not.toEqual([before + header, 'permission'])
    }
  })
})

test('a refusal of messages with pictures is asked about, and no permission beside it is believed', () => {
  expect([says('MMS Opt Out'), mayTellRefusal('MMS Opt Out'), mayTellRefusal('MMS consent')]).toEqual(['question', true, false])
})

test('any text can be a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (header) => {
      expect(() => readConsentHeader(header)).not.toThrow()
    }),
  )
})
