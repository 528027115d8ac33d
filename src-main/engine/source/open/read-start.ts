import { fileError, openFile } from './open-file.ts'

/** The first bytes of a file, at most `length` of them. Throws `file.*`. */
export async function readStart(path: string, length: number): Promise<Buffer> {
  const { handle } = await openFile(path)
  try {
    const buffer = Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await handle.read(buffer, filled, length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  } catch (error) {
    throw fileError(error)
  } finally {
    await handle.close()
  }
}
