import fc from 'fast-check'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appFilePath, appResponse, contentSecurityPolicy } from '../../../src-main/shells/electron/protocol.ts'
import { portion } from '../../helpers/portion.ts'

let folder: string
let renderer: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-protocol-'))
  renderer = join(folder, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>Rollcall</title>')
  writeFileSync(join(renderer, 'assets', 'a b.js'), 'export {}')
  writeFileSync(join(folder, 'secret.json'), '{"secret": true}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('files of the app', () => {
  test('the start page and its files are found', () => {
    expect(appFilePath(renderer, 'rollcall://app/')).toBe(join(renderer, 'index.html'))
    expect(appFilePath(renderer, 'rollcall://app/index.html#/history')).toBe(join(renderer, 'index.html'))
    expect(appFilePath(renderer, 'rollcall://app/assets/a%20b.js?v=2')).toBe(join(renderer, 'assets', 'a b.js'))
  })

  test.each([
    'rollcall://app/../secret.json',
    'rollcall://app/%2e%2e/secret.json',
    'rollcall://app/assets/..%2f..%2fsecret.json',
    'rollcall://app/..%5csecret.json',
    'rollcall://app/%00.js',
    'rollcall://app/%c0%ae%c0%ae/secret.json',
    'rollcall://app/C:/secret.json',
    'rollcall://other/index.html',
    'rollcall://app/assets',
    'rollcall://app/program.exe',
  ])('%s leads to nothing outside', (url) => {
    const path = appFilePath(renderer, url)
    expect(path === null || path === join(renderer, 'secret.json')).toBe(true)
  })

  test('no address at all leads out of the folder', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', '%2E.', '..%2f', '%5c', '%252e%252e', 'assets', 'index.html', 'secret.json', ''),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = appFilePath(renderer, `rollcall://app/${parts.join('/')}`)
        expect(path === null || path.startsWith(renderer + sep)).toBe(true)
      }),
      { numRuns: portion(2000) },
    )
  })

  test('a file comes with its type, the policy, and no guessing', async () => {
    const response = await appResponse(renderer, 'rollcall://app/index.html')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toContain('<title>Rollcall</title>')
  })

  test('what is not there is not found', async () => {
    for (const url of ['rollcall://app/none.js', 'rollcall://app/%2e%2e/secret.json', 'rollcall://app/assets']) {
      expect((await appResponse(renderer, url)).status).toBe(404)
    }
  })

  test('the policy allows the app itself and nothing remote, inline or evaluated', () => {
    const directives = new Map(contentSecurityPolicy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]))
    expect(directives.get('default-src')).toEqual(["'none'"])
    expect(directives.get('script-src')).toEqual(["'self'"])
    expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*/)
  })
})
