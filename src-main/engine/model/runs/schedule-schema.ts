import { z } from 'zod'

const when = {
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
  weekday: z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']).nullable(),
  dayOfMonth: z.int().min(1).max(28).nullable(),
}

/** An entry as somebody wants it. Without a folder it syncs the contacts. */
export const scheduleAskedSchema = z.object({
  name: z.string().trim().min(1).max(100),
  folder: z.string().min(1).max(4000).optional(),
  recipeId: z.string().min(1).max(200).optional(),
  ...when,
})
export type ScheduleAsked = z.infer<typeof scheduleAskedSchema>

export const keptScheduleSchema = z.object({
  name: z.string(),
  ...when,
  /** By whom it is started: Task Scheduler, launchd, systemd or cron. */
  by: z.string(),
  folder: z.string().nullable(),
  /** The saved recipe; null where it is a file, or it syncs the contacts. */
  recipeId: z.string().nullable(),
  recipeName: z.string().nullable(),
  /** What became of the last file of its folder. */
  last: z.object({ atSeconds: z.number(), message: z.string() }).nullable(),
})
export type KeptEntry = z.infer<typeof keptScheduleSchema>

/** All that is written for an entry: the command, files, and what the system's own program is called with. */
export const shownScheduleSchema = z.object({
  by: z.string(),
  command: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), text: z.string() })),
  calls: z.array(z.string()),
})
export type ShownSchedule = z.infer<typeof shownScheduleSchema>
