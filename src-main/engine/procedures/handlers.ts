import type { Output, ParsedInput, ProcedureName } from '../contract.ts'

/** One function for each procedure; its input is already parsed. */
export type Handlers = { [P in ProcedureName]: (input: ParsedInput<P>) => Promise<Output<P>> | Output<P> }

/** The handlers of one area: those whose names begin so. */
export type HandlersOf<Area extends string> = { [P in Extract<ProcedureName, `${Area}.${string}`>]: Handlers[P] }
