import { z } from 'zod'

/** What a procedure is called with, and what it answers. */
export function procedure<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { input, output }
}

export const nothing = z.object({})
export const id = z.string().min(1).max(200)
export const offset = z.int().min(0)
export const limit = z.int().min(1).max(500)
export const correctionNumbers = z.array(z.int().min(1)).max(100_000)
