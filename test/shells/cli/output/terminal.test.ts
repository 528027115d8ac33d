import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createTerminal } from '../../../../src-main/shells/cli/output/terminal.ts'

/** Streams like a terminal's: raw mode is readline's business, so what readline echoes is all that is echoed. */
function streams(isTTY: boolean) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => stdin })
  const stdout = Object.assign(new PassThrough(), { isTTY })
  const stderr = Object.assign(new PassThrough(), { isTTY })
  let seen = ''
  stderr.on('data', (chunk: Buffer) => (seen += chunk.toString()))
  return { stdin, stdout, stderr, seen: () => seen }
}

describe('asking', () => {
  test('shows what is typed, but never a secret, not even after another question', async () => {
    const { seen, ...all } = streams(true)
    const terminal = createTerminal(all)
    for (const [read, text] of [
      ['ask', 'pat@example.com'],
      ['readSecret', 'hidden-key'],
      ['readSecret', 'hidden-password'],
      ['ask', 'yes'],
      ['readSecret', '482913'],
    ] as const) {
      const answer = terminal[read](`${read}? `)
      all.stdin.write(`${text}\r`)
      expect(await answer).toBe(text)
    }
    expect(seen()).toContain('pat@example.com')
    expect(seen()).not.toMatch(/hidden|482913/)
    expect(seen().match(/yes/g)).toHaveLength(1)
  })

  test('is cancelled by Ctrl-C', async () => {
    const { seen: _seen, ...all } = streams(true)
    const answer = createTerminal(all).readSecret('Password: ')
    all.stdin.write('\x03')
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('is not done where nobody is: secrets are the lines of standard input', async () => {
    const { seen, ...all } = streams(false)
    const terminal = createTerminal(all)
    all.stdin.end('password\ncode\n')
    expect(terminal.canAsk).toBe(false)
    expect(await terminal.ask('Keep? ')).toBeNull()
    expect(await terminal.readSecret('Password: ')).toBe('password')
    expect(await terminal.readSecret('Code: ')).toBe('code')
    expect(await terminal.readSecret('More: ')).toBeNull()
    expect(seen()).toBe('')
  })
})
