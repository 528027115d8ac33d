import { z } from 'zod'
import { planRowSchema } from '../plans/plan-schema.ts'
import { planFiguresSchema } from '../plans/plan-figures.ts'

/** What the rows of a run that are done have done, counted as a plan's are; and up to three of them as examples, with what was before. */
export const runFiguresSchema = planFiguresSchema.omit({ fromOffice: true }).extend({ examples: z.array(planRowSchema) })
export type RunFigures = z.infer<typeof runFiguresSchema>
