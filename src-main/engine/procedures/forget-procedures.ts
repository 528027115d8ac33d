import { join } from 'node:path'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { forget, previewForgetting } from '../account/forget.ts'
import type { OpenAccount } from '../account/open-account.ts'
import { forgetUnfinished } from '../contacts/conversations/unfinished-export.ts'
import { exportLedger } from '../ledger/export-ledger.ts'
import { AppError } from '../model/errors.ts'
import type { Automation } from './schedule/automation.ts'
import { timeStamp } from '../store/backups/restore-backup.ts'

export function forgetProcedures(context: EngineContext, automation: Automation): HandlersOf<'forget'> {
  const { clock } = context
  return {
    'forget.preview': ({ accountId, scope }) => previewForgetting(forgettable(context.openBeside(accountId)), scope, clock.nowMs()),

    async 'forget.carryOut'({ accountId, scope, ledgerPath: chosenPath, exportsLedger }) {
      const account = context.openBeside(accountId)
      if (account.readOnlyFor !== null) throw account.readOnlyFor
      const ledger = account.tables.consentLedger
      const ledgerPath =
        chosenPath ?? (exportsLedger ? join(context.home, `consent-ledger-${account.id}-${timeStamp(clock.nowMs())}.json`) : undefined)
      const { ledgerKeptUntilSeconds: untilSeconds } = previewForgetting(forgettable(account), scope, clock.nowMs())
      if (scope.kind === 'account' && ledgerPath === undefined && untilSeconds !== null && untilSeconds * 1000 > clock.nowMs()) {
        throw new AppError(
          'usage',
          `This account has a consent ledger that is kept until ${new Date(untilSeconds * 1000).toLocaleDateString('en-GB', { dateStyle: 'long' })}: it is to be written to a file before the account is forgotten.`,
          'Name a file for it: --ledger FILE.',
        )
      }
      const isExported = scope.kind === 'account' && ledgerPath !== undefined && untilSeconds !== null
      const done = await account.tasks.run({ kind: 'forgetting', id: scope.kind }, async () => {
        if (isExported) await exportLedger({ ledger, path: ledgerPath, format: 'json', overwrite: false, clock })
        await account.backups.whenMade()
        if (scope.kind === 'account') await forgetUnfinished(account.filesFolder)
        return forget(forgettable(account), scope, clock.nowMs())
      })
      if (scope.kind === 'account') {
        await context.forgetToken(account.id)
        await automation.forget(account.id)
      }
      // Its own failure is shown with the backups: what was to be forgotten is.
      await account.backups.make('forgotten').catch(() => null)
      return { ...done, ledgerPath: isExported ? ledgerPath : null }
    },
  }
}

function forgettable({ store, filesFolder, record }: OpenAccount) {
  return { store, filesFolder, ledgerYears: record().settings.ledgerYears }
}
