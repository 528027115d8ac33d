import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorSign, errorText } from '../../../../src-main/engine/service/answers/error-text.ts'
import { parseJson } from '../../../../src-main/engine/service/http/json-text.ts'
import { createRedactor } from '../../../../src-main/engine/service/http/redact.ts'

const token = 'tok/3n+with=odd chars'
const redact = createRedactor([token, 'hunter22', 'key-1234'], ['See you at eight'])
const say = (text: string, status = 422) => errorText({ status, text, body: parseJson(text) }, redact)
const sayJson = (body: unknown, status = 422) => say(JSON.stringify(body), status)

describe('errorText', () => {
  test.each([
    [{ message: 'Invalid API Key' }, 'Invalid API Key'],
    [{ errors: 'is bad' }, 'is bad'],
    [{ errors: ['one', 'two'] }, 'one; two'],
    [{ errors: ['the same', 'the same'] }, 'the same'],
    [{ errors: [[['four deep']]] }, 'four deep'],
    [{ errors: [[[['five deep']]]] }, 'Unprocessable Entity'],
    [{ errors: { phone_number: ['is invalid', 'is short'] } }, 'phone_number: is invalid; phone_number: is short'],
    [{ message: 'phone_number is invalid', errors: { phone_number: ['is invalid'] } }, 'phone_number is invalid'],
    [{ message: 'Not valid', errors: [{ message: 'name too long' }, { detail: 'tags' }] }, 'Not valid; name too long; tags'],
    [{ error: 'nope' }, 'nope'],
    [{ error: { message: 'deep' } }, 'deep'],
    [{ errors: { base: ['whole record'] } }, 'whole record'],
    ['plain JSON text', 'plain JSON text'],
    [{ message: '<b>Bold</b> <script>alert(1)</script>move' }, 'Bold move'],
    [{ message: 'a\u0000b\u001b[31m\r\n c\u202e' }, 'a b [31m c'],
  ])('%j says %j', (body, text) => {
    expect(sayJson(body)).toBe(text)
  })

  test('a web page is never shown; the status in words stands in', () => {
    expect(say('<!DOCTYPE html><html><body>Secret stack</body></html>', 404)).toBe('Not Found')
    expect(say('', 500)).toBe('Internal Server Error')
    expect(sayJson({}, 503)).toBe('Service Unavailable')
    expect(say('', 799)).toBeNull()
  })

  test('a short plain text is shown', () => {
    expect(say('upstream busy', 502)).toBe('upstream busy')
  })

  test('secrets that the service echoes are masked, however they are spelled', () => {
    for (const echo of [
      token,
      encodeURIComponent(token),
      JSON.stringify(token),
      Buffer.from(token).toString('base64'),
      'hunter22',
      'key-1234',
    ]) {
      const text = sayJson({ message: `bad value ${echo} given` }) ?? ''
      expect(text).toMatch(/^bad value "?•••"? given$/)
    }
    expect(sayJson({ message: 'GET /x?access_token=abc&y' })).toBe('GET /x?access_token=•••&y')
    expect(sayJson({ message: 'Authorization: Bearer abcdefghijklmnopqrstuv.x' })).not.toContain('abcdefgh')
  })

  test('a message to a contact is masked', () => {
    expect(sayJson({ message: 'body "See you at eight" is too long' })).toBe('body "•••" is too long')
  })

  test('ordinary words about tokens are kept', () => {
    expect(sayJson({ message: 'Invalid access token' })).toBe('Invalid access token')
    expect(sayJson({ errors: { token: ['is invalid'] } })).toBe('token: is invalid')
  })

  test('any body gives at most 2 kB of clean text without the secrets', () => {
    const secret = 'S3cr3tT0ken'
    const hide = createRedactor([secret])
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string(), fc.string({ unit: 'binary' })),
        fc.string({ unit: 'binary', maxLength: 3000 }),
        (body, tail) => {
          for (const text of [body, JSON.stringify({ message: `${tail}${secret}${tail}` })]) {
            const said = errorText({ status: 400, text, body: parseJson(text) }, hide) ?? ''
            expect(Buffer.byteLength(said)).toBeLessThanOrEqual(2048)
            expect(said).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
            expect(said).not.toContain(secret)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('errorSign', () => {
  test.each([
    [{ success: 0 }, 'strong'],
    [{ success: false }, 'strong'],
    [{ error: 'x' }, 'strong'],
    [{ errors: ['x'] }, 'strong'],
    [{ status: 'error' }, 'strong'],
    [{ message: 'x' }, 'weak'],
    [{ errors: [], error: null, message: '' }, null],
    [{ success: 1 }, null],
    [{ customer: {} }, null],
    [[], null],
  ])('%j is %j', (body, sign) => {
    expect(errorSign(body)).toBe(sign)
  })
})

describe('what is worth saying', () => {
  test.each<[string, unknown, string]>([
    ['the better sentence', { title: 'Bad', message: 'Too long' }, 'Too long'],
    ['not an empty one', { message: '', detail: 'Too long' }, 'Too long'],
    ['not one that is no text', { message: 5, detail: 'Too long' }, 'Too long'],
    ['the errors beside the sentence', { message: 'Not valid', error: 'name' }, 'Not valid; name'],
    ['not that there is an error', { error: true, message: 'No' }, 'No'],
    ['numbers', { errors: [7] }, '7'],
    ['nothing of blank ones', { errors: ['', ' ', 'one', null] }, 'one'],
    ['without the space around', { message: '  No  ', errors: [' one '] }, 'No; one'],
    ['what a field is refused for', { errors: { name: { message: 'too long' } } }, 'name: too long'],
    ['nothing of flags', { errors: { name: true, notes: 'too long' } }, 'notes: too long'],
    ['nothing of other properties', { id: 'abc', errors: 'no' }, 'no'],
    ['the same once', { errors: ['No', 'no', 'NO'] }, 'No'],
    ['the longer of two that say the same', { errors: ['too long', 'name is too long'] }, 'name is too long'],
    ['the longer also where it comes first', { errors: ['name is too long', 'too long'] }, 'name is too long'],
    ['as far as four levels down', { errors: { a: { b: 'here' } } }, 'b: here'],
    ['and no further', { message: 'top', errors: { a: { b: { c: { d: 'deep' } } } } }, 'top'],
    ['at most ten of them', { errors: 'abcdefghijklmn'.split('').map((letter) => `${letter}1`) }, 'a1; b1; c1; d1; e1; f1; g1; h1; i1; j1'],
    [
      'ten in all',
      { message: 'top', errors: 'abcdefghijklmn'.split('').map((letter) => `${letter}1`) },
      'top; a1; b1; c1; d1; e1; f1; g1; h1; i1',
    ],
    [
      'ten fields',
      { errors: Object.fromEntries('abcdefghijklmn'.split('').map((letter) => [letter, letter === 'a' || letter === 'n' ? 'no' : null])) },
      'a: no',
    ],
    ['names of at most 60 characters', { errors: { ['n'.repeat(70)]: 'no' } }, `${'n'.repeat(60)}: no`],
    ['without an open tag', { message: 'No <b>bold' }, 'No bold'],
    ['without a cut tag', { message: 'No <b' }, 'No'],
    ['without a script that does not end', { message: 'No <script>alert(1)' }, 'No'],
    ['without a style of several lines', { message: 'No <style>a{\n b:c }\n</style>way' }, 'No way'],
    ['with what only looks like a tag', { message: 'a < b > c' }, 'a < b > c'],
  ])('%s', (_name, body, text) => {
    expect(sayJson(body)).toBe(text)
  })

  test('a plain text of at most 300 characters, without the space around', () => {
    expect(say(`  ${'x'.repeat(300)}\n`)).toBe('x'.repeat(300))
    expect(say('x'.repeat(301))).toBe('Unprocessable Entity')
    expect(say(`${' '.repeat(2048)}late`)).toBe('Unprocessable Entity')
    for (const text of ['a { b', 'a } b', 'a > b']) expect(say(text)).toBe('Unprocessable Entity')
  })

  test('at most 2 kB, cut between two characters', () => {
    expect(sayJson({ message: 'x'.repeat(2048) })).toBe('x'.repeat(2048))
    expect(sayJson({ message: 'ü'.repeat(1024) })).toBe('ü'.repeat(1024))
    expect(sayJson({ message: 'ü'.repeat(1025) })).toBe(`${'ü'.repeat(1022)}…`)
    expect(sayJson({ message: `x${'🦊'.repeat(600)}` })).toBe(`x${'🦊'.repeat(511)}…`)
    for (let start = 0; start < 4; start += 1) {
      const text = sayJson({ message: 'x'.repeat(start) + '🦊'.repeat(600) }) ?? ''
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048)
      expect(text).toMatch(/^x*(?:🦊)+…$/u)
    }
  })
})

describe('a body says that something went wrong', () => {
  test.each<[unknown, 'strong' | 'weak' | null]>([
    [{ success: 0 }, 'strong'],
    [{ success: false }, 'strong'],
    [{ success: null }, 'strong'],
    [{ success: '0' }, 'strong'],
    [{ success: 'False' }, 'strong'],
    [{ success: 'no' }, 'strong'],
    [{ success: 1 }, null],
    [{ success: true }, null],
    [{ success: '10' }, null],
    [{ success: 'not yet' }, null],
    [{ success: 'Otto' }, null],
    [{ success: [] }, null],
    [{ status: 'error' }, 'strong'],
    [{ status: 'FAIL' }, 'strong'],
    [{ status: 'failed' }, 'strong'],
    [{ status: 'failure' }, 'strong'],
    [{ status: 'no error' }, null],
    [{ status: 'errors: none' }, null],
    [{ status: ['error'] }, null],
    [{ status: 'ok' }, null],
    [{ error: 'no' }, 'strong'],
    [{ error: true }, 'strong'],
    [{ error: 7 }, 'strong'],
    [{ errors: ['no'] }, 'strong'],
    [{ errors: { name: 'no' } }, 'strong'],
    [{ error: '' }, null],
    [{ error: 0, errors: [] }, null],
    [{ error: false, errors: {} }, null],
    [{ error: null, errors: null }, null],
    [{ error: null, errors: ['no'] }, 'strong'],
    [{ message: 'no' }, 'weak'],
    [{ message: '' }, null],
    [{ message: null }, null],
    [{ message: {} }, null],
    [{ message: 'ok', success: 0 }, 'strong'],
    [{}, null],
    [null, null],
    [undefined, null],
    ['error', null],
    [[{ error: 'no' }], null],
  ])('%j: %s', (body, sign) => {
    expect(errorSign(body)).toBe(sign)
  })
})
