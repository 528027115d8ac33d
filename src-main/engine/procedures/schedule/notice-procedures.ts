import type { Output } from '../../contract.ts'
import type { UnattendedOutcome } from '../../model/runs/unattended-schema.ts'
import { runSummary } from '../../results/run-summary.ts'
import { sendMail, sendmailHere } from '../../schedule/outcome/mail.ts'
import { type Ended, type Notice, noticeOf, webhookBody } from '../../schedule/outcome/notice.ts'
import { postWebhook, webhookAddress } from '../../schedule/outcome/webhook.ts'
import type { StoredUnattended } from '../../store/schedule/unattended-files.ts'
import type { EngineContext } from '../engine-context.ts'
import type { HandlersOf } from '../handlers.ts'

/** Under which name the address of an account's webhook is in the vault. No account has two hyphens in its id. */
export const webhookKey = (accountId: string): string => `${accountId}--webhook`

export function noticeProcedures(context: EngineContext): HandlersOf<'notices'> {
  const record = () => context.current().record()
  return {
    'notices.get': () => ({ webhookHost: record().webhookHost, mailBy: sendmailHere() === null ? 'draft' : 'sendmail' }),
    async 'notices.setWebhook'({ address }) {
      const { id } = record()
      const checked = address === null || address.trim() === '' ? null : webhookAddress(address)
      if (checked === null) await context.vault.forget(webhookKey(id))
      else await context.vault.write(webhookKey(id), checked, { keep: true })
      const webhookHost = checked === null ? null : new URL(checked).host
      context.accounts.save({ ...context.accounts.get(id), webhookHost })
      context.emit('account.changed', await context.toAccount(context.accounts.get(id)))
      return { webhookHost }
    },
    async 'notices.try'() {
      const { id, name } = record()
      const atSeconds = Math.floor(context.clock.nowMs() / 1000)
      const madeUp = { account: name, recipe: 'Only a try', outcome: 'imported', atSeconds, runId: null, counts: null } as const
      return tellOthers(context, id, { ...madeUp, needsPerson: false })
    },
  }
}

/** Those beside this computer's screen: the webhook and the mail. Never rejects: an import is as it is, whoever hears of it. */
export async function tellOthers(context: EngineContext, accountId: string, ended: Ended): Promise<Output<'notices.try'>> {
  const { webhookHost, settings } = context.accounts.get(accountId)
  const { clock, proxyFor } = context
  const tries: Promise<string | null>[] = []
  if (webhookHost !== null) {
    const post = async () => {
      const address = await context.vault.read(webhookKey(accountId)).catch(() => null)
      return address === null
        ? `The address at ${webhookHost} is not kept here. Set it again.`
        : postWebhook(address, webhookBody(ended), { clock, proxyFor })
    }
    tries.push(post())
  }
  const sendmail = sendmailHere()
  if (settings.mailTo !== null && sendmail !== null) {
    const { title, body } = noticeOf(ended)
    tries.push(sendMail(sendmail, { to: settings.mailTo, subject: `Rollcall: ${title}`, text: body }))
  }
  const failed = (await Promise.all(tries)).filter((one) => one !== null)
  return { failed, told: tries.length - failed.length }
}

/** What a file came to, as it may be told. */
export function endedOf(context: EngineContext, file: StoredUnattended): Ended {
  const { store, record } = context.current()
  const ran = file.runId === null || file.outcome === 'sameFile' ? null : runSummary(store, file.runId, context.clock.nowMs())
  return {
    account: record().name,
    recipe: file.recipeName,
    outcome: file.outcome,
    atSeconds: Math.floor(file.atMs / 1000),
    runId: file.runId,
    counts: ran && countsOf(ran),
    needsPerson: !quiet.has(file.outcome) || (ran?.attention.length ?? 0) > 0,
  }
}

/** Null where nobody is to be told on this computer. */
export function noticeFor(context: EngineContext, accountId: string, ended: Ended): Notice | null {
  const { tellOf } = context.accounts.get(accountId).settings
  return tellOf === 'never' || (tellOf === 'problems' && !ended.needsPerson) ? null : noticeOf(ended)
}

const quiet: ReadonlySet<UnattendedOutcome> = new Set(['imported', 'sameFile', 'discarded'])

function countsOf({ rows, done, failed, unknown, pending, unchanged, held, skipped, invalid, calls }: NonNullable<Ended['counts']>) {
  return { rows, done, failed, unknown, pending, unchanged, held, skipped, invalid, calls }
}
