import { AppError } from '../../engine/model/errors.ts'
import type { CommandContext } from './command-session.ts'

/** Asks unless `yes` was given. Throws `usage` where nobody can be asked, and `cancelled` where the answer is no. */
export async function confirm({ terminal }: CommandContext, { yes }: { yes?: boolean }, question: string): Promise<void> {
  if (yes) return
  if (!terminal.canAsk)
    throw new AppError('usage', 'Nobody can be asked here whether to do this.', 'Look at what it does, then give --yes.')
  const answer = await terminal.ask(`${question} [y/N] `)
  if (answer === null || !/^y(es)?$/i.test(answer.trim())) throw new AppError('cancelled', 'Nothing was done.', 'Answer "y" to go on.')
}
