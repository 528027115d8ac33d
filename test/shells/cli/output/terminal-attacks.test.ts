import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createTerminal } from '../../../../src-main/shells/cli/output/terminal.ts'

function opened() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const written = () => `${String(stdout.read() ?? '')}${String(stderr.read() ?? '')}`
  return { terminal: createTerminal({ stdin, stdout, stderr }), written }
}

const nasty = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('') + '\u2028\u202E\u2066'

test('no control character of a file or the service reaches the terminal', () => {
  const { terminal, written } = opened()
  terminal.result(`Ada \u001B[2J\u009B31m${nasty}`)
  terminal.note(`Ada \u001B]0;title\u0007${nasty}`)
  const text = written()
  expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u202E\u2066]/)
  expect(text).toContain('Ada \\u001b[2J\\u009b31m')
})

test('an object of JSON stays what it is, character by character', () => {
  const { terminal, written } = opened()
  terminal.result(JSON.stringify({ name: nasty }))
  const line = written()
  expect(line).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
  expect(JSON.parse(line)).toEqual({ name: nasty })
})

test('letters, line ends and tabs stay as they are', () => {
  const { terminal, written } = opened()
  terminal.result('Zoë 田中\t\u200Fשלום\n👍')
  expect(written()).toBe('Zoë 田中\t\u200Fשלום\n👍\n')
})
