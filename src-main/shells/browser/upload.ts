import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Answer, EngineClient, ImportFile } from '../../engine/contract.ts'
import { cleanUp } from '../../engine/files/patient-files.ts'
import { AppError, asAppError } from '../../engine/model/errors.ts'

/**
 * Streams a request's body to a private file below `folder`, opens it with the engine (which takes its own copy) and
 * removes it. Only the disk bounds its size. Never rejects.
 */
export async function receiveUpload(
  client: EngineClient,
  folder: string,
  request: IncomingMessage,
  name: string,
): Promise<Answer<ImportFile>> {
  const own = await mkdtemp(join(folder, 'upload-'))
  try {
    const path = join(own, 'file')
    await pipeline(request, createWriteStream(path, { mode: 0o600 }))
    return await client.call('files.open', { path, name: plainName(name) })
  } catch (error) {
    return { ok: false, error: uploadError(error).toAnswer() }
  } finally {
    await cleanUp(own)
  }
}

/** A name without folders and control characters, of at most 255 characters. */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/[\u0000-\u001f\u007f]/g, '')
      .slice(-255)
      .trim() || 'file'
  )
}

function uploadError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError(
      'store.full',
      'The disk is full, so the file could not be taken in.',
      'Make room on the disk, then choose the file again.',
      { cause: error },
    )
  }
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new AppError('cancelled', 'The file did not arrive whole.', 'Choose it again.', { cause: error })
  }
  return asAppError(error)
}
