import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '../../model/errors.ts'
import type { AccountRecord } from '../../model/account-schema.ts'
import type { WatchedFolder } from '../../model/runs/unattended-schema.ts'
import type { EngineContext } from '../engine-context.ts'
import type { HandlersOf } from '../handlers.ts'
import type { Automation } from './automation.ts'
import { shownUnattended } from './unattended-procedures.ts'

type Watch = AccountRecord['watches'][number]

export function watchProcedures(context: EngineContext, automation: Automation): HandlersOf<'watches'> {
  const { accounts } = context

  function shown({ id, folder, recipeId }: Watch): WatchedFolder {
    const { tables } = context.current()
    const last = tables.unattendedFiles.lastOf(folder)
    return {
      id,
      folder,
      recipeId,
      recipeName: tables.recipes.find(recipeId)?.name ?? null,
      ...automation.stateOf(id),
      last: last && shownUnattended(last, tables),
    }
  }

  function save(accountId: string, watches: readonly Watch[]): void {
    accounts.save({ ...accounts.get(accountId), watches: [...watches] })
    context.emit('unattended.changed', { accountId })
  }

  return {
    'watches.list': () => ({ folders: accounts.get(context.current().id).watches.map(shown) }),

    async 'watches.add'({ folder, recipeId, instead }) {
      const { id, tables } = context.current()
      if (tables.recipes.find(recipeId) === null) throw new AppError('usage', 'This recipe is no longer there.', 'Choose another one.')
      const path = resolve(folder)
      const found = await stat(path).catch(() => null)
      if (found?.isDirectory() !== true)
        throw new AppError('usage', `There is no folder "${folder}".`, 'Make it first, or choose another one.')
      const owner = accounts.list().find(({ watches }) => watches.some((one) => one.folder === path && one.id !== instead))
      if (owner !== undefined)
        throw new AppError(
          'usage',
          `This folder is watched already, for "${owner.name}".`,
          'Choose another folder: each belongs to one recipe of one account.',
        )
      const watch = { id: randomUUID(), folder: path, recipeId, addedAtSeconds: Math.floor(context.clock.nowMs() / 1000) }
      const others = accounts.get(id).watches.filter((one) => one.id !== instead)
      save(id, [...others, watch])
      if (instead !== undefined) automation.endWatch(instead)
      automation.arrange(id)
      return shown(watch)
    },

    async 'watches.remove'({ watchId }) {
      const { id } = context.current()
      const { watches } = accounts.get(id)
      if (!watches.some((one) => one.id === watchId)) return {}
      save(
        id,
        watches.filter((one) => one.id !== watchId),
      )
      automation.endWatch(watchId)
      return {}
    },
  }
}
