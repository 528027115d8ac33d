import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../../../engine/model/clock.ts'
import { AppError, asAppError } from '../../../../engine/model/errors.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { loadRecipe } from '../../options/recipe-file.ts'
import { type ExitCode, exitCodes } from '../../output/exit-codes.ts'
import { counted, number } from '../../output/number-words.ts'
import { withStopSignals } from '../../stop-signals.ts'
import type { Notice } from '../../../../engine/schedule/outcome/notice.ts'
import type { Outcome } from '../../../../engine/schedule/watch/import-claimed.ts'
import { claimFolder, watchedByApp } from '../../../../engine/schedule/watch/watch-claim.ts'
import { type ClaimedFile, createWatchedFolder, rooms } from '../../../../engine/schedule/watch/watched-folder.ts'
import { createWatcher, lookEveryMs } from '../../../../engine/schedule/watch/watcher.ts'
import { createClientStations } from '../../client-stations.ts'
import { exitCodeOfOutcome } from '../../output/outcome-exit-code.ts'
import { showSystemNotice } from '../../system-notice.ts'

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
Where the open app watches the folder for the same account, --once says so and ends with 0.

Examples:
  $ rollcall watch ./lists --recipe "Monthly consent" --account "Main office"
  $ rollcall watch ./lists --recipe consent.recipe.json --once --json`

interface WatchOptions extends CommonOptions {
  recipe: string
  once?: boolean
  notify?: boolean
}

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
    .option('--notify', 'show a notification of this computer for each file, as the account says')
    .addHelpText('after', help)
    .action(async (folder: string, _options, command: Command) => {
      const options = command.optsWithGlobals<WatchOptions>()
      await watch(context, folder, options).catch(async (error: unknown) => {
        const { message, hint } = asAppError(error)
        if (options.notify === true) await (context.host?.notify ?? showSystemNotice)({ title: 'Rollcall', body: `${message} ${hint}` })
        throw error
      })
    })
}

async function watch(context: CommandContext, path: string, options: WatchOptions): Promise<void> {
  const folder = await folderAt(path)
  await withAccount(context, options, async ({ client, account }) => {
    const { terminal } = context
    const recipe = await loadRecipe(client, options.recipe)
    const letGo = await claimFolder(folder).catch(async (error: unknown) => {
      // The app does what the scheduler was to see to.
      const isLocked = error instanceof AppError && error.code === 'run.locked'
      if (options.once === true && isLocked && (await watchedByApp(folder)) === account.id) return null
      throw error
    })
    if (letGo === null) {
      const text = `The open app watches ${folder} for "${account.name}" and imports what is dropped there, so nothing is left to do here.`
      report(context, options, { account: account.id, folder, byApp: true, done: 0, needsAttention: 0, waiting: 0 }, text)
      return
    }
    const notices: Promise<void>[] = []
    const tell = (notice: Notice) => {
      if (options.notify === true) notices.push((context.host?.notify ?? showSystemNotice)(notice))
    }
    const endNotices = client.on('unattended.ended', ({ notice }) => void (notice !== null && tell(notice)))
    let code: ExitCode = exitCodes.ok
    const onOutcome = (file: ClaimedFile, outcome: Outcome, settled: ClaimedFile | null) => {
      const own = exitCodeOfOutcome(outcome)
      if (order.indexOf(own) < order.indexOf(code)) code = own
      context.endWith(code)
      terminal.note(outcomeText(file, outcome, settled))
      if (own === exitCodes.signInNeeded) tell(signInNotice(account.name))
    }
    try {
      const watcher = createWatcher({
        stations: createClientStations({ client, terminal, account, recipe }),
        path: folder,
        folder: createWatchedFolder(folder, clockOf(context)),
        clock: clockOf(context),
        newId: randomUUID,
        onOutcome,
      })
      terminal.note(`Watching ${folder} for "${recipe.name}" of "${account.name}". Press Ctrl-C to end it.`)
      const totals = await untilStopped(context, watcher, options.once === true)
      const text = `${counted(totals.done, 'file')} done, ${number(totals.needsAttention)} need attention, ${number(totals.waiting)} wait.`
      report(context, options, { account: account.id, folder, ...totals }, text)
    } finally {
      endNotices()
      await letGo()
      await Promise.all(notices)
    }
  })
}

const clockOf = ({ host }: CommandContext) => host?.clock ?? systemClock

/** Looks again and again: with `once` until nothing is left that could be imported now, else until somebody ends it. */
async function untilStopped(context: CommandContext, watcher: ReturnType<typeof createWatcher>, once: boolean) {
  const stop = new AbortController()
  return withStopSignals(
    context.terminal,
    () => stop.abort(),
    async () => {
      for (;;) {
        const { growing } = await watcher.look(stop.signal)
        if (stop.signal.aborted || (once && growing === 0)) return watcher.totals()
        await clockOf(context)
          .sleep(lookEveryMs, stop.signal)
          .catch(() => undefined)
      }
    },
    'Stopped at once. What was sent is in the journal; the next "rollcall watch" goes on with it.',
  )
}

/** Nobody looks at the terminal of a scheduler. */
const signInNotice = (account: string): Notice => ({
  title: `${account}: sign-in expired`,
  body: 'A list waits until somebody has signed in again. Nothing failed.',
})

function outcomeText({ name }: ClaimedFile, outcome: Outcome, settled: ClaimedFile | null): string {
  if (outcome.kind === 'waits' || settled === null) return `${name} waits in "${rooms.inProgress}". ${outcome.message}`
  return `${name} is in "${rooms[outcome.kind]}" as ${settled.name}. ${outcome.report}`
}

async function folderAt(path: string): Promise<string> {
  const folder = resolve(path)
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory() === true) return folder
  throw new AppError('usage', `There is no folder "${path}".`, 'Make it first, or check the path.')
}
