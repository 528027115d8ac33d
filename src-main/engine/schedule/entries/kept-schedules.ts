import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { removePatiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { entryId, lastDayOfMonth, type ScheduleEntry, weekdays } from './schedule-entry.ts'
import { scheduleSteps, type ScheduleSteps, type ScheduleSystem, type Step } from './schedulers.ts'

const entrySchema = z.object({
  name: z.string(),
  command: z.array(z.string()),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  weekday: z.enum(weekdays).nullable(),
  dayOfMonth: z.int().min(1).max(lastDayOfMonth).nullable().default(null),
  account: z.string(),
  by: z.string(),
  /** What it imports; null for one that syncs the contacts. */
  folder: z.string().nullable().default(null),
  /** The recipe's id where it is a saved one, else its file. */
  recipe: z.string().nullable().default(null),
})
export type KeptSchedule = z.infer<typeof entrySchema>

/** The entries that were added, in the data folder; what starts them is kept by the system. */
export function createSchedules(system: ScheduleSystem, dataFolder: string) {
  const folder = join(dataFolder, 'schedules')
  const pathOf = (name: string) => join(folder, `${entryId(name)}.json`)

  const find = async (name: string): Promise<KeptSchedule | null> => {
    const text = await readFile(pathOf(name), 'utf8').catch(() => null)
    return text === null ? null : read(text)
  }

  const takeBack = async (steps: ScheduleSteps, path: string): Promise<void> => {
    for (const step of steps.remove) await carryOut(system, step).catch((error: unknown) => (step.edit ? Promise.reject(error) : undefined))
    for (const file of steps.files) await removePatiently(file.path).catch(() => undefined)
    await removePatiently(path)
  }

  return {
    async list(): Promise<KeptSchedule[]> {
      const names = await readdir(folder).catch(() => [])
      const texts = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readFile(join(folder, name), 'utf8')))
      return texts.flatMap((text) => read(text) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    /** What would be done; throws `usage` where an entry of that name is there. */
    async steps(entry: ScheduleEntry): Promise<ScheduleSteps> {
      if ((await find(entry.name)) === null) return scheduleSteps(system, entry, dataFolder)
      throw new AppError(
        'usage',
        `There is an entry "${entry.name}" already, or one whose name differs only in signs.`,
        'Choose another name, or remove it first: rollcall schedule remove.',
      )
    },
    async add(entry: ScheduleEntry, about: Pick<KeptSchedule, 'account' | 'folder' | 'recipe'>, steps: ScheduleSteps): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // First of all, so that a power cut leaves nothing that cannot be removed.
      const kept: KeptSchedule = { ...entry, ...about, command: [...entry.command], by: steps.by }
      await writeFile(pathOf(entry.name), JSON.stringify(kept), { mode: 0o600 })
      try {
        for (const { path, text, encoding } of steps.files) {
          await mkdir(dirname(path), { recursive: true })
          await writeFile(path, encoding === 'utf16' ? Buffer.from(`\uFEFF${text}`, 'utf16le') : text, { mode: 0o600 })
        }
        for (const step of steps.add) await carryOut(system, step)
      } catch (error) {
        await takeBack({ ...steps, remove: steps.remove.filter(({ edit }) => edit === undefined) }, pathOf(entry.name)).catch(
          () => undefined,
        )
        throw error
      }
    },
    /** Throws `usage` where there is no entry of that name. What the system no longer knows is no failure. */
    async remove(name: string): Promise<KeptSchedule> {
      const kept = await find(name)
      if (kept === null) throw new AppError('usage', `There is no entry "${name}".`, 'Look at "rollcall schedule list".')
      const steps = await scheduleSteps(system, kept, dataFolder)
      await takeBack(steps, pathOf(name))
      return kept
    },
  }
}

async function carryOut(system: ScheduleSystem, { tool, args, edit }: Step): Promise<void> {
  let input: string | undefined
  if (edit !== undefined) {
    const listed = await system.run(tool, edit.list)
    // What cannot be read is not written over.
    if (!listed.isDone && !edit.none.test(listed.complained)) throw refused(tool, listed.complained)
    input = edit.change(listed.isDone ? listed.printed : '')
  }
  const answer = await system.run(tool, args, input)
  if (!answer.isDone) throw refused(tool, answer.complained)
}

function refused(tool: string, complained: string): AppError {
  return new AppError(
    'usage',
    `This computer did not take the entry (${tool}): ${complained.trim().split('\n')[0] ?? ''}`,
    'Nothing was left behind. Fix what it says, and add the entry again; or start "rollcall watch" by hand.',
  )
}

function read(text: string): KeptSchedule | null {
  try {
    return entrySchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
