import { createTextDecoder } from '../source/encoding.ts'
import { fileError, openFile } from '../source/open-file.ts'
import type { Dialect } from '../source/source-schema.ts'

const headBytes = 4096
/** Excel's first line that says how the rest is separated. */
const separatorLine = /^"?sep=[^\r\n]"?(?=[\r\n])/i

/**
 * Lines to put before the header of a file that is to be read as the one at `path` was: as many as were passed over there.
 * Only a line that says how cells are separated keeps its text; others might hold formulas. Throws `file.*` AppErrors.
 */
export async function preambleOf(path: string, { encoding, skipLines }: Dialect): Promise<string> {
  if (skipLines === 0) return ''
  const { handle } = await openFile(path)
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await handle.read(head, 0, headBytes, 0)
    const first = separatorLine.exec(createTextDecoder(encoding).write(head.subarray(0, bytesRead)))?.[0] ?? ''
    return `${first}${'\r\n'.repeat(skipLines)}`
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle.close()
  }
}
