import { expect, test } from 'vitest'
import { commandNames } from '../../../src-main/shells/cli/command-names.ts'
import type { CommandContext } from '../../../src-main/shells/cli/command-session.ts'
import { createProgram } from '../../../src-main/shells/cli/program.ts'
import { commandArguments, homeOption, isSmokeTest } from '../../../src-main/shells/electron/start-arguments.ts'

test.each([
  [
    ['--command', '--', 'plan', 'a.csv', '--json'],
    ['plan', 'a.csv', '--json'],
  ],
  [['--command', 'plan'], ['plan']],
  [['--command', '--'], []],
  [
    ['--command', '--', 'plna', 'a.csv'],
    ['plna', 'a.csv'],
  ],
  [
    ['--json', '--practice', 'plan', 'a.csv'],
    ['--json', '--practice', 'plan', 'a.csv'],
  ],
  [['--help'], ['--help']],
  [['--version'], ['--version']],
])('%j is a command', (args, command) => {
  expect(commandArguments(args)).toEqual(command)
})

test.each([[[]], [['C:\\Lists\\plan.csv']], [['/home/pat/run.xlsx']], [['--smoke-test']], [['a.csv', '--command']]])(
  '%j opens the app',
  (args) => {
    expect(commandArguments(args)).toBeNull()
  },
)

test('each command of the command line is known, and no other', () => {
  expect(createProgram({} as CommandContext).commands.map((command) => command.name())).toEqual([...commandNames])
})

test('the data folder that a command names is found', () => {
  expect(homeOption(['plan', '--home', 'D:\\Data'])).toBe('D:\\Data')
  expect(homeOption(['--home=/data', 'plan'])).toBe('/data')
  expect(homeOption(['plan', 'a.csv'])).toBeUndefined()
})

test('a smoke test is asked for by its name', () => {
  expect(isSmokeTest(['--smoke-test'])).toBe(true)
  expect(isSmokeTest(['smoke-test.csv'])).toBe(false)
})
