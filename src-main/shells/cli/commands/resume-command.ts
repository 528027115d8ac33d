import { type Command, InvalidArgumentError } from 'commander'
import { type LiveWith, liveWithSchema } from '../../../engine/model/runs/live-with.ts'
import { followRun } from '../follow-run.ts'
import { reportRun } from '../output/run-outcome.ts'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, withAccount } from '../command-session.ts'
import type { EngineClient, RunSummary } from '../../../engine/contract.ts'

const help = `
A service may ask to wait for hours: the run then stops with 5 and says until when. Before that time, resume asks whether to try now;
where nobody can be asked it tries nothing, says until when, and ends with 5 again. --now tries, --wait waits.

Examples:
  $ rollcall resume 5d0c8a7e-…
  $ rollcall resume 5d0c8a7e-… --live-with custom-fields,texts
  $ rollcall resume 5d0c8a7e-… --now`

interface ResumeOptions extends CommonOptions {
  liveWith?: LiveWith[]
  now?: boolean
  wait?: boolean
}

export function addResume(program: Command, context: CommandContext): void {
  program
    .command('resume')
    .description('continue a run that was paused or interrupted, exactly where it was')
    .argument('<run>', 'the run, from "rollcall history"')
    .option(
      '--live-with <what>',
      'where the run stopped for what the service does, and offers it: send what a change would clear along with each change, or take texts as the service makes them: ' +
        liveWithSchema.options.join(', '),
      toLiveWith,
    )
    .option('--now', 'also before the time until which the service asked to wait')
    .option('--wait', 'wait here until that time')
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ResumeOptions>()
      await withAccount(context, options, async ({ client }) => {
        const { liveWith = [], wait: waits = false } = options
        const early = waits || options.now ? null : await tooEarly(context, client, runId)
        const resumed = () => client.call('runs.resume', { runId, waits, wait: true, liveWith })
        const summary = early ?? (await followRun(client, context.terminal, resumed, undefined, { waitsLong: waits }))
        await reportRun(context, options, client, summary)
      })
    })
}

function toLiveWith(text: string): LiveWith[] {
  const parsed = liveWithSchema.array().safeParse(text.split(',').map((word) => word.trim()))
  if (!parsed.success) throw new InvalidArgumentError(`It takes ${liveWithSchema.options.join(', ')}, with commas between them.`)
  return parsed.data
}

/** The run as it is where the service asked to wait, that time is not over, and nobody wants to try now; else null. */
async function tooEarly({ terminal }: CommandContext, client: EngineClient, runId: string): Promise<RunSummary | null> {
  const { summary } = answered(await client.call('runs.get', { runId }))
  const { state, reason } = summary
  if (state !== 'paused' || reason?.untilMs === undefined || reason.untilMs <= Date.now()) return null
  if (!terminal.canAsk) return summary
  const answer = await terminal.ask(`${reason.message} Try now? [y/N] `)
  return answer !== null && /^y(es)?$/i.test(answer.trim()) ? null : summary
}
