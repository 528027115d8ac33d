import { basename, dirname, join } from 'node:path'
import type { Answer, EngineClient } from '../../engine/contract.ts'
import { createBinaryFile } from '../../engine/files/output-file.ts'
import { AppError } from '../../engine/model/errors.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

export interface PdfTarget {
  path: string
  /** The person has agreed to replace what is there. */
  overwrite: boolean
}

interface Options {
  client: Pick<EngineClient, 'call'>
  /** Prints a page of HTML on the disk. */
  pageAsPdf: (path: string) => Promise<Uint8Array>
}

/** Writes what a run came to as a PDF: the report of the engine, printed. Nothing else is left of it. */
export async function saveReportPdf(
  { client, pageAsPdf }: Options,
  runId: string,
  { path, overwrite }: PdfTarget,
): Promise<Answer<{ path: string; rows: number }>> {
  try {
    return await inTemporaryFolder(async (own) => {
      const written = await client.call('runs.writeReport', { runId, path: join(own, 'report.html') })
      if (!written.ok) return written
      const pdf = await printed(() => pageAsPdf(written.value.path))
      const file = await createBinaryFile(dirname(path))
      try {
        await file.write(pdf)
        await file.publish(basename(path), overwrite ? 'replace' : 'refuse')
      } finally {
        await file.discard()
      }
      return { ok: true, value: { path, rows: written.value.rows } }
    })
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error: error.toAnswer() }
    throw error
  }
}

async function printed(print: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await print()
  } catch (cause) {
    throw new AppError('internal', 'The report could not be printed.', 'Save it as a page instead, and print that in a browser.', { cause })
  }
}
