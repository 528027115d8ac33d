import packageJson from '../../../package.json' with { type: 'json' }
import type { HandlersOf } from './handlers.ts'
import { type EngineContext, practiceAccountId } from './engine-context.ts'
import { createFieldLabels } from '../model/contacts/field-labels.ts'
import type { AccountColor } from '../model/account-schema.ts'
import { AppError } from '../model/errors.ts'
import { profileWords } from '../run/late/profile-words.ts'
import { readProfile } from '../run/late/service-profile.ts'
import { tablesOf } from '../store/tables.ts'
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

    async 'accounts.open'({ accountId, remember, lookOnly }) {
      const account = lookOnly ? context.open(accountId, onlyLookedAt) : context.open(accountId)
      if (remember) accounts.rememberOpened(account.id)
      if (account.id === practiceAccountId && account.readOnlyFor === null && account.tables.syncs.latestComplete() === null)
        startSync(context, account)
      return context.toAccount(account.record())
    },

    'accounts.learnt'() {
      const { store } = context.current()
      return profileWords(readProfile(store, context.clock.nowMs()), createFieldLabels(tablesOf(store).customFields.all()))
    },

    async 'accounts.update'({ accountId, name, operator, color, settings }) {
      const before = accounts.get(accountId)
      if (color !== undefined && accounts.list().some((one) => one.id !== before.id && one.color === color)) throw colorInUse(color)
      const record = {
        ...before,
        name: name ?? before.name,
        operator: operator ?? before.operator,
        color: color ?? before.color,
        settings: { ...before.settings, ...settings },
      }
      accounts.save(record)
      // A name is asked once: accounts that have none yet get it, too, before anything is done there in nobody's name.
      for (const other of accounts.list())
        if (other.operator === '' && record.operator !== '') accounts.save({ ...other, operator: record.operator })
      const account = await context.toAccount(record)
      context.emit('account.changed', account)
      return account
    },
  }
}

const onlyLookedAt = new AppError('store.readonly', 'This account is open to be looked at.', 'Open it as usual to change something.')

function colorInUse(color: AccountColor): AppError {
  return new AppError(
    'usage',
    `Another account has the color ${color}.`,
    'Choose another color, so that accounts are not mistaken for each other.',
  )
}
