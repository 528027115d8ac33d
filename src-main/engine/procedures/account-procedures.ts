import packageJson from '../../../package.json' with { type: 'json' }
import type { HandlersOf } from './handlers.ts'
import { type EngineContext, practiceAccountId } from './engine-context.ts'
import { startSync } from './sync-procedures.ts'

export function accountProcedures(context: EngineContext): HandlersOf<'app'> & HandlersOf<'accounts'> {
  const { accounts } = context
  return {
    'app.info': () => ({ version: packageJson.version, home: context.home, practice: context.practice !== null }),

    async 'accounts.list'() {
      const records = accounts.list().filter((record) => !record.practice || context.practice !== null)
      const list = await Promise.all(records.map((record) => context.toAccount(record)))
      return { accounts: list, currentId: context.currentId() }
    },

    async 'accounts.open'({ accountId, remember }) {
      const account = context.open(accountId)
      if (remember) accounts.rememberOpened(account.id)
      if (account.id === practiceAccountId && account.tables.syncs.latestComplete() === null) startSync(context, account)
      return context.toAccount(account.record())
    },

    async 'accounts.update'({ accountId, name, operator, settings }) {
      const before = accounts.get(accountId)
      const record = {
        ...before,
        name: name ?? before.name,
        operator: operator ?? before.operator,
        settings: { ...before.settings, ...settings },
      }
      accounts.save(record)
      const account = await context.toAccount(record)
      context.emit('account.changed', account)
      return account
    },
  }
}
