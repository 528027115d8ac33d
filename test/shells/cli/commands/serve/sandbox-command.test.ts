import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { CommandContext } from '../../../../../src-main/shells/cli/command-session.ts'
import { addSandbox } from '../../../../../src-main/shells/cli/commands/serve/sandbox-command.ts'
import { faultKinds } from '../../../../../src-main/sandbox/faults/fault-kinds.ts'

/** The command refuses wrong options before it uses anything of its context. */
const unused = new Proxy({} as CommandContext, {
  get: (_target, name) => {
    throw new Error(`The command used ${String(name)}.`)
  },
})

async function run(...options: string[]): Promise<string> {
  let shown = ''
  const program = new Command('rollcall')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (shown += text), writeErr: (text) => (shown += text) })
  addSandbox(program, unused)
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeOut: (text) => (shown += text), writeErr: (text) => (shown += text) })
  await program.parseAsync(['sandbox', ...options], { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'commander.helpDisplayed') throw error
  })
  return shown
}

test('the help explains SPEC with its grammar, every fault and examples', async () => {
  const help = await run('--help')
  expect(help).toMatch(/--faults <spec>/)
  expect(help).toMatch(/ITEM += KIND\[@OPERATION\+OPERATION\]/)
  expect(help).toMatch(/503-after@import-message=0\.1:retry-after=1 /)
  const named = faultKinds.filter((kind) => !/^\d/.test(kind))
  expect(named.filter((kind) => !new RegExp(`^ +${kind}[ =[\\n]`, 'm').test(help))).toEqual([])
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(121)
})

test.each([
  [['--faults', 'nonsense'], '"nonsense" is not a fault'],
  [['--faults', 'unblock@get-customer'], 'unblock cannot hit get-customer'],
  [['--events', 'http://example.com/hook'], 'on this computer only'],
])('%j is a wrong usage', async (options, message) => {
  await expect(run(...options)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(message) })
})
