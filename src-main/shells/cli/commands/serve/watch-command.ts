import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../../../engine/model/clock.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { loadRecipe } from '../../options/recipe-file.ts'
import { type ExitCode, exitCodes } from '../../output/exit-codes.ts'
import { counted, number } from '../../output/number-words.ts'
import { withStopSignals } from '../../stop-signals.ts'
import { importClaimed, type WatchedImport } from '../../watch/import-claimed.ts'
import { claimFolder } from '../../watch/watch-claim.ts'
import { type ClaimedFile, createWatchedFolder, rooms } from '../../watch/watched-folder.ts'

const help = `
A file that is dropped into the folder is imported by the recipe, without a question, once its size and time have been the same for 10
seconds and no program holds it. Hidden files, ~$*, *.part, *.tmp and *.crdownload are left alone. It goes to "${rooms.inProgress}" first, then, with
its result files and a report beside it,
  to "${rooms.done}" where all went well; rows that a guard holds wait in "rollcall held" and on the start page,
  to "${rooms.needsAttention}" where the list is unlike the last ones of its recipe (nothing is sent then), where the file cannot be read,
  and where rows failed.
A file with the same bytes as one that was imported by the recipe is not imported again; its report says how to. Where the service does not
answer or the sign-in has expired, the file waits in "${rooms.inProgress}" and is tried again each minute. What a break or a power cut leaves there
goes on at the next start: nothing is lost, and nothing is sent twice, as far as one data folder goes. Ctrl-C pauses a run and ends it.

Examples:
  $ rollcall watch ./lists --recipe "Monthly consent" --account "Main office"
  $ rollcall watch ./lists --recipe consent.recipe.json --once --json`

interface WatchOptions extends CommonOptions {
  recipe: string
  once?: boolean
}

/** How often the folder is looked at, and how long a file that waits is left alone. */
const lookEveryMs = 2_000
const waitMs = 60_000
/** Which of several exit codes counts; see "Where several fit" in the help. */
const order: readonly ExitCode[] = [
  exitCodes.unexpected,
  exitCodes.usage,
  exitCodes.signInNeeded,
  exitCodes.unlike,
  exitCodes.stopped,
  exitCodes.withFailures,
  exitCodes.rowsWait,
  exitCodes.ok,
]

export function addWatch(program: Command, context: CommandContext): void {
  program
    .command('watch')
    .description('import each file that is dropped into a folder')
    .argument('<folder>', 'the folder to watch')
    .requiredOption('--recipe <file>', 'how columns go to fields: a recipe file, or the name of a saved recipe')
    .option('--once', 'import what is there now, and end')
    .addHelpText('after', help)
    .action(async (folder: string, _options, command: Command) => watch(context, folder, command.optsWithGlobals()))
}

interface Totals {
  done: number
  needsAttention: number
  waiting: number
}

async function watch(context: CommandContext, path: string, options: WatchOptions): Promise<void> {
  const folder = await folderAt(path)
  await withAccount(context, options, async ({ client, account }) => {
    const { terminal } = context
    const recipe = await loadRecipe(client, options.recipe)
    const letGo = await claimFolder(folder)
    try {
      const watched = { client, terminal, account, recipe, folder: createWatchedFolder(folder, clockOf(context)) }
      const round = createRounds(context, watched)
      terminal.note(`Watching ${folder} for "${recipe.name}" of "${account.name}". Press Ctrl-C to end it.`)
      const totals = await untilStopped(context, round, options.once === true)
      const text = `${counted(totals.done, 'file')} done, ${number(totals.needsAttention)} need attention, ${number(totals.waiting)} wait.`
      report(context, options, { account: account.id, folder, ...totals }, text)
    } finally {
      await letGo()
    }
  })
}

const clockOf = ({ host }: CommandContext) => host?.clock ?? systemClock

/** Looks again and again: with `once` until nothing is left that could be imported now, else until somebody ends it. */
async function untilStopped(context: CommandContext, round: ReturnType<typeof createRounds>, once: boolean): Promise<Totals> {
  const stop = new AbortController()
  return withStopSignals(
    context.terminal,
    () => stop.abort(),
    async () => {
      for (;;) {
        const { growing } = await round.look(stop.signal)
        if (stop.signal.aborted || (once && growing === 0)) return round.totals()
        await clockOf(context)
          .sleep(lookEveryMs, stop.signal)
          .catch(() => undefined)
      }
    },
    'Stopped at once. What was sent is in the journal; the next "rollcall watch" goes on with it.',
  )
}

function createRounds(context: CommandContext, watched: WatchedImport) {
  const { terminal } = context
  const { client, folder } = watched
  const clock = clockOf(context)
  /** Files in progress, and when they are tried again. */
  const waiting = new Map<string, number>()
  const ended = { done: 0, needsAttention: 0 }
  let code: ExitCode = exitCodes.ok

  const take = async (file: ClaimedFile): Promise<void> => {
    const outcome = await importClaimed(watched, file)
    if (order.indexOf(outcome.code) < order.indexOf(code)) code = outcome.code
    if (outcome.kind === 'waits') {
      waiting.set(file.name, clock.monotonicMs() + waitMs)
      terminal.note(`${file.name} waits in "${rooms.inProgress}". ${outcome.note}`)
      return
    }
    waiting.delete(file.name)
    if (outcome.runId !== null && outcome.why !== 'sameFile')
      answered(await client.call('runs.writeResults', { runId: outcome.runId, folder: await folder.folderOf(outcome.kind) }))
    const settled = await folder.settle(file, outcome.kind, outcome.note)
    ended[outcome.kind] += 1
    terminal.note(`${file.name} is in "${rooms[outcome.kind]}" as ${settled.name}. ${outcome.note}`)
  }

  return {
    /** Goes on with what is in progress, then takes what is whole. Answers how many files are still being written. */
    async look(stop: AbortSignal): Promise<{ growing: number }> {
      for (const file of await folder.leftover())
        if (!stop.aborted && (waiting.get(file.name) ?? 0) <= clock.monotonicMs()) await take(file)
      const { whole, growing } = await folder.look()
      let left = growing
      for (const name of whole) {
        const file = stop.aborted ? null : await folder.claim(name)
        if (file === null) left += 1
        else await take(file)
      }
      context.endWith(code)
      return { growing: left }
    },
    totals: (): Totals => ({ ...ended, waiting: waiting.size }),
  }
}

async function folderAt(path: string): Promise<string> {
  const folder = resolve(path)
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory() === true) return folder
  throw new AppError('usage', `There is no folder "${path}".`, 'Make it first, or check the path.')
}
