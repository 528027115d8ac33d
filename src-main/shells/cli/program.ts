import { Command, CommanderError } from 'commander'
import { AppError, asAppError } from '../../engine/model/errors.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { addAccounts } from './commands/account/accounts-command.ts'
import { addBackups } from './commands/account/backups-command.ts'
import { addCheck } from './commands/check-command.ts'
import { addContacts } from './commands/contacts/contacts-command.ts'
import { addConversations } from './commands/contacts/conversations-command.ts'
import { addDuplicates } from './commands/duplicates-command.ts'
import { addCorrections } from './commands/corrections-command.ts'
import { addForget } from './commands/account/forget-command.ts'
import { addHeld } from './commands/held-command.ts'
import { addHistory } from './commands/history-command.ts'
import { addInspect } from './commands/inspect-command.ts'
import { addLedger } from './commands/ledger-command.ts'
import { addListen } from './commands/serve/listen-command.ts'
import { addPlan } from './commands/plan-command.ts'
import { addRecipe } from './commands/recipe/recipe-command.ts'
import { addResults } from './commands/results-command.ts'
import { addResume } from './commands/resume-command.ts'
import { addRetry } from './commands/retry-command.ts'
import { addRun } from './commands/run-command.ts'
import { addSandbox } from './commands/serve/sandbox-command.ts'
import { addSchedule } from './commands/serve/schedule-command.ts'
import { addServe } from './commands/serve/serve-command.ts'
import { addSignIn } from './commands/account/sign-in-command.ts'
import { addSignOut } from './commands/account/sign-out-command.ts'
import { addSync } from './commands/sync-command.ts'
import { addUndo } from './commands/undo-command.ts'
import { addUnknown } from './commands/unknown-command.ts'
import { addWatch } from './commands/serve/watch-command.ts'
import { addValues } from './commands/values-command.ts'
import { type ExitCode, exitCodeOf, exitCodes, exitCodesHelp } from './output/exit-codes.ts'
import type { CommandContext } from './command-session.ts'

const help = `
A first import:
  $ rollcall sign-in --base-url https://texts.example.com --email pat@example.com --keep
  $ rollcall sync
  $ rollcall plan contacts.csv --save-recipe contacts.recipe.json
  $ rollcall plan contacts.csv --recipe contacts.recipe.json
  $ rollcall run contacts.csv --recipe contacts.recipe.json --yes

Environment:
  ROLLCALL_BASE_URL, ROLLCALL_TOKEN  an account without signing in (ROLLCALL_TOKEN_IN=parameter where the header is not taken)
  ROLLCALL_PASSWORD, ROLLCALL_API_KEY, ROLLCALL_MFA_CODE  for sign-in
  ROLLCALL_HOME  the data folder
  ROLLCALL_LISTEN_SECRET  what the address of "listen" ends with

With --json exactly one JSON object is written to standard output; everything else goes to standard error. An error is
{"error": {"code", "message", "hint"}}.

${exitCodesHelp}`

/** Runs one command line (without the program's own name) and answers with the exit code. Never throws. */
export async function runProgram(argv: readonly string[], context: Omit<CommandContext, 'endWith'>): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok
  const isJson = argv.includes('--json')
  const program = createProgram({ ...context, endWith: (code) => (exitCode = code) })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.ok
    const error = thrown instanceof CommanderError ? usageError(thrown) : asAppError(thrown)
    const { code, message, hint } = error.toAnswer()
    if (isJson) context.terminal.result(JSON.stringify({ error: { code, message, hint } }))
    else context.terminal.note(`${message}\n${hint}`)
    if (code === 'internal' && context.environment.ROLLCALL_DEBUG)
      context.terminal.note(String(error.cause instanceof Error ? error.cause.stack : error.cause))
    return exitCodeOf(code)
  }
}

export function createProgram(context: CommandContext): Command {
  const program = new Command('rollcall')
    .description("Brings contacts, consent and message history from any CRM's export into the messaging service.")
    .version(packageJson.version, '--version', 'print the version')
    .option('--account <name>', 'which account, by its name or id, when there are several')
    .option('--practice', 'use practice mode and its service on this computer')
    .option('--home <folder>', 'the data folder; else ROLLCALL_HOME, else the usual place of this computer')
    .option('--json', 'print the result as one JSON object')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => context.terminal.result(text.replace(/\n$/, '')), writeErr: () => {}, outputError: () => {} })
    .exitOverride()
    .addHelpText('after', help)
  for (const add of [
    addSignIn,
    addSignOut,
    addAccounts,
    addSync,
    addInspect,
    addCheck,
    addValues,
    addCorrections,
    addPlan,
    addDuplicates,
    addRun,
    addResume,
    addRetry,
    addHeld,
    addUndo,
    addUnknown,
    addResults,
    addHistory,
    addContacts,
    addConversations,
    addLedger,
    addBackups,
    addForget,
    addRecipe,
    addSandbox,
    addServe,
    addListen,
    addWatch,
    addSchedule,
  ]) {
    add(program, context)
  }
  for (const command of allCommands(program)) {
    command.exitOverride().configureOutput(program.configureOutput()).configureHelp(program.configureHelp())
    if (command.commands.length === 0) command.addHelpText('after', `\n${exitCodesHelp}`)
  }
  return program
}

function allCommands(parent: Command): Command[] {
  return parent.commands.flatMap((command) => [command, ...allCommands(command)])
}

function usageError(error: CommanderError): AppError {
  const isBare = error.code === 'commander.help' || error.code === 'commander.helpDisplayed'
  const message = isBare ? 'A command is missing.' : sentence(error.message.replace(/^error: /, ''))
  return new AppError('usage', message, 'See "rollcall --help".', { cause: error })
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  return capital.endsWith('.') || capital.endsWith('?') || capital.endsWith(')') ? capital : `${capital}.`
}
