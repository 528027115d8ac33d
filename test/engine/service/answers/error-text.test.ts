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
