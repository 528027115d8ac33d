import { stat } from 'node:fs/promises'
import type { StoredFile } from '../../store/files/files.ts'
import { hashFile } from './copy-file.ts'

/**
 * Whether the person's own file has changed since Rollcall copied it. Returns false if it is gone, cannot be read or came through
 * a browser, because then nobody can tell.
 */
export async function isOriginalChanged({ originalPath, sizeBytes, sha256, modifiedAtMs }: StoredFile): Promise<boolean> {
  if (originalPath === null) return false
  const now = await stat(originalPath).catch(() => null)
  if (now === null || !now.isFile()) return false
  if (now.size !== sizeBytes) return true
  if (Math.floor(now.mtimeMs) === modifiedAtMs) return false
  const hash = await hashFile(originalPath).catch(() => null)
  return hash !== null && hash !== sha256
}
