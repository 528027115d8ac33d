import { basename } from 'node:path'
import { z } from 'zod'
import { type Answer, procedures, type ProcedureName } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'
import type { ChosenPaths } from './chosen-paths.ts'

/** A call as it may go to the engine, or why it may not. */
export type AllowedCall = { input: unknown } | { refusal: Answer<never> }

/** Whether the account watches the folder already. */
type IsWatched = (folder: string) => Promise<boolean>

const withPath = z.looseObject({ path: z.string() })
const withFolder = z.looseObject({ folder: z.string() })
const withLedgerPath = z.looseObject({ ledgerPath: z.string().optional() })

/**
 * What a call of the page becomes: paths are checked against what the person granted and replaced by the real ones, and whether
 * a file may be replaced is said here, whatever the page says. A procedure with a path that is not known here is refused.
 */
export async function allowPaths(procedure: ProcedureName, input: unknown, paths: ChosenPaths, isWatched: IsWatched): Promise<AllowedCall> {
  switch (procedure) {
    case 'files.open': {
      const asked = withPath.safeParse(input)
      const path = asked.success ? await paths.mayRead(asked.data.path) : null
      if (!asked.success || path === null) return refused
      // A link has its own name for the person, whatever it leads to.
      const named = basename(path) === basename(asked.data.path) ? {} : { name: basename(asked.data.path) }
      return { input: { ...named, ...asked.data, path } }
    }
    case 'contacts.export':
    case 'sync.exportDifferences':
    case 'conversations.export':
    case 'runs.writeReport':
    case 'ledger.export': {
      const asked = withPath.safeParse(input)
      const target = asked.success ? await paths.mayWrite(asked.data.path) : null
      if (!asked.success || target === null) return refused
      // Attachments go beside the file that was chosen, and nowhere else.
      const { overwrite: _pageSays, attachmentsFolder: _elsewhere, ...rest } = asked.data
      return { input: { ...rest, path: target.path, ...(target.overwrite && { overwrite: true }) } }
    }
    case 'runs.writeResults': {
      const asked = withFolder.safeParse(input)
      const folder = asked.success ? await paths.mayWriteInto(asked.data.folder) : null
      if (!asked.success || folder === null) return refused
      const { overwrite: _pageSays, ...rest } = asked.data
      return { input: { ...rest, folder } }
    }
    case 'watches.add':
    case 'schedules.preview':
    case 'schedules.add': {
      const asked = withFolder.safeParse(input)
      // An entry that syncs the contacts has none.
      if (!asked.success) return procedure === 'watches.add' ? refused : { input }
      const folder = (await isWatched(asked.data.folder)) ? asked.data.folder : await paths.mayWriteInto(asked.data.folder)
      return folder === null ? refused : { input: { ...asked.data, folder } }
    }
    case 'forget.carryOut': {
      const asked = withLedgerPath.safeParse(input)
      if (!asked.success) return refused
      // Only with an account is a ledger written first, and never over another file.
      if (asked.data.ledgerPath === undefined) return { input }
      const target = await paths.mayWrite(asked.data.ledgerPath)
      return target === null ? refused : { input: { ...asked.data, ledgerPath: target.path } }
    }
    default:
      return takesPath(procedure) ? refused : { input }
  }
}

const writtenSchema = z.union([
  z.looseObject({ path: z.string() }).transform(({ path }) => [path]),
  z.looseObject({ ledgerPath: z.string() }).transform(({ ledgerPath }) => [ledgerPath]),
  z.looseObject({ files: z.array(z.looseObject({ path: z.string() })) }).transform(({ files }) => files.map(({ path }) => path)),
])

/** The files that a call has written, by its answer: they may be shown, and a grant for one of them is spent. */
export async function noteWrittenFiles(procedure: ProcedureName, answer: Answer<unknown>, paths: ChosenPaths): Promise<void> {
  const writes: readonly ProcedureName[] = [
    'contacts.export',
    'sync.exportDifferences',
    'conversations.export',
    'ledger.export',
    'runs.writeReport',
    'runs.writeResults',
    'forget.carryOut',
  ]
  if (!answer.ok || !writes.includes(procedure)) return
  const written = writtenSchema.safeParse(answer.value)
  for (const path of written.success ? written.data : []) await paths.noteWritten(path)
}

function takesPath(name: ProcedureName): boolean {
  return Object.keys(procedures[name].input.shape).some((property) => /path|folder/i.test(property))
}

const refused: AllowedCall = {
  refusal: {
    ok: false,
    error: new AppError('usage', 'Rollcall only uses files and folders that you chose.', 'Choose the file or the folder again.').toAnswer(),
  },
}
