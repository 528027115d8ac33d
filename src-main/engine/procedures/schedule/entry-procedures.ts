import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { environmentAccountId } from '../../account/environment-account.ts'
import { AppError } from '../../model/errors.ts'
import type { KeptEntry, ScheduleAsked, ShownSchedule } from '../../model/runs/schedule-schema.ts'
import { createSchedules, type KeptSchedule } from '../../schedule/entries/kept-schedules.ts'
import { shownSteps } from '../../schedule/entries/shown-steps.ts'
import type { ScheduleEntry } from '../../schedule/entries/schedule-entry.ts'
import { type ScheduleSteps, scheduleSteps, thisSystem } from '../../schedule/entries/schedulers.ts'
import type { EngineContext } from '../engine-context.ts'
import type { HandlersOf } from '../handlers.ts'

/** Entries of the system's scheduler, as the app shows, writes and removes them. They always name the account. */
export function entryProcedures(context: EngineContext): HandlersOf<'schedules'> {
  const system = context.schedules ?? thisSystem
  const schedules = createSchedules(system, context.home)

  function shown({ name, hour, minute, weekday, dayOfMonth, by, folder, recipe }: KeptSchedule): KeptEntry {
    const { recipes, unattendedFiles } = context.current().tables
    const saved = recipe === null ? null : recipes.find(recipe)
    const last = folder === null ? null : unattendedFiles.lastOf(folder)
    return {
      ...{ name, hour, minute, weekday, dayOfMonth, by, folder },
      recipeId: saved?.id ?? null,
      recipeName: saved?.name ?? recipe,
      last: last && { atSeconds: Math.floor(last.atMs / 1000), message: last.message },
    }
  }

  const own = async () => (await schedules.list()).filter(({ account }) => account === context.current().id)
  const list = async () => ({ entries: (await own()).map(shown) })

  async function required(name: string): Promise<KeptSchedule> {
    const kept = (await own()).find((one) => one.name === name)
    if (kept !== undefined) return kept
    throw new AppError('usage', `There is no entry "${name}" of this account.`, 'It may have been removed in another window.')
  }

  async function wanted(asked: ScheduleAsked): Promise<{ entry: ScheduleEntry; folder: string | null; recipe: string | null }> {
    const { name, folder, recipeId, hour, minute, weekday, dayOfMonth } = asked
    const command = [
      ...program(context),
      ...(await work(context, folder, recipeId)),
      '--account',
      context.current().id,
      '--home',
      resolve(context.home),
    ]
    return {
      entry: { name, command, hour, minute, weekday, dayOfMonth },
      folder: folder === undefined ? null : resolve(folder),
      recipe: recipeId ?? null,
    }
  }

  return {
    'schedules.list': list,
    async 'schedules.preview'(asked) {
      const { entry } = await wanted(asked)
      return toShown(entry, await schedules.steps(entry))
    },
    async 'schedules.add'(asked) {
      const { entry, folder, recipe } = await wanted(asked)
      await schedules.add(entry, { account: context.current().id, folder, recipe }, await schedules.steps(entry))
      return list()
    },
    async 'schedules.remove'({ name }) {
      await schedules.remove((await required(name)).name)
      return list()
    },
    async 'schedules.show'({ name }) {
      const kept = await required(name)
      return toShown(kept, await scheduleSteps(system, kept, context.home))
    },
  }
}

function toShown(entry: ScheduleEntry, steps: ScheduleSteps): ShownSchedule {
  const { by, files, calls } = shownSteps(steps)
  return { by, command: [...entry.command], files, calls }
}

/** What the entry starts. Throws `usage` where it could not work later. */
async function work(context: EngineContext, folder: string | undefined, recipeId: string | undefined): Promise<string[]> {
  const { id, tables } = context.current()
  if (context.environment !== null && id === environmentAccountId(context.environment.baseUrl))
    throw new AppError(
      'usage',
      'An account of the environment cannot be scheduled: the scheduler does not know its token.',
      'Sign in, and let Rollcall keep the sign-in.',
    )
  if (folder === undefined) return ['sync']
  const path = resolve(folder)
  if ((await stat(path).catch(() => null))?.isDirectory() !== true)
    throw new AppError('usage', `There is no folder "${folder}".`, 'Make it first, or choose another one.')
  if (recipeId === undefined || tables.recipes.find(recipeId) === null)
    throw new AppError('usage', 'This recipe is no longer there.', 'Choose another one.')
  return ['watch', path, '--recipe', recipeId, '--once', '--notify']
}

function program({ program }: EngineContext): readonly string[] {
  if (program !== undefined && program.length > 0) return program
  throw new AppError('usage', 'This program cannot be started by a scheduler.', 'Use "rollcall schedule add" on the command line.')
}
