import { AppError, type ErrorCode } from '../../model/errors.ts'

/** What a read brings, or null where it fails for one of these reasons. Other errors pass. */
export async function readOrNull<T>(codes: readonly ErrorCode[], reading: Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await reading }
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return null
    throw error
  }
}
