import { z } from 'zod'

/** Every way in which a procedure of the engine can refuse. Closed: shells switch over it exhaustively. */
export const errorCodes = [
  'usage',
  'file.not_found',
  'file.unreadable',
  'file.empty',
  'file.header_only',
  'file.binary',
  'file.changed',
  'recipe.invalid',
  'recipe.misfit',
  'account.none',
  'account.unknown',
  'sign_in.needed',
  'sign_in.refused',
  'sign_in.code_wrong',
  'sign_in.no_token',
  'service.unreachable',
  'service.refused',
  'service.failed',
  'service.rate_limited',
  'service.shape',
  'plan.unknown',
  'plan.not_ready',
  'plan.changed',
  'plan.unlike',
  'guard.wrong_count',
  'guard.evidence',
  'guard.not_held',
  'run.unknown',
  'run.state',
  'run.locked',
  'store.newer',
  'store.damaged',
  'store.full',
  'store.readonly',
  'cancelled',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error as it crosses a border: no stack, no cause, nothing secret. */
export const errorAnswerSchema = z.object({ code: z.enum(errorCodes), message: z.string(), hint: z.string() })
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>

/**
 * The one error class. `message` says what happened and `hint` what to do, both in the words of an office;
 * `cause` stays on this side of every border.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  /** How long the service asked to wait, in milliseconds; null where it did not. */
  readonly afterMs: number | null

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    { afterMs = null, ...options }: { cause?: unknown; afterMs?: number | null } = {},
  ) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.hint = hint
    this.afterMs = afterMs
  }

  toAnswer(): ErrorAnswer {
    return { code: this.code, message: this.message, hint: this.hint }
  }
}

/** Anything thrown, as an `AppError`. An error that is not ours becomes `internal` without its text, which may hold data. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new AppError('cancelled', 'This was canceled.', 'Start it again when you are ready.', { cause: thrown })
  }
  return new AppError(
    'internal',
    'Something went wrong inside Rollcall.',
    'Try again. If it happens again, restart Rollcall; nothing that was recorded is lost.',
    {
      cause: thrown,
    },
  )
}

/** Ends a switch over a union that has to be exhaustive. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
