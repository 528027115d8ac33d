import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'

let image: Buffer | null = null

/**
 * Opens a new store at the path. All migrations together take longer than most tests: they run once in a process, and what they made is
 * written for each further store. `migrations.test.ts` tries them themselves.
 */
export function openNewStore(path: string): Store {
  image ??= makeImage()
  writeFileSync(path, image, { flag: 'wx', mode: 0o600 })
  return openStore(path)
}

function makeImage(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-image-'))
  try {
    const path = join(folder, 'rollcall.db')
    openStore(path).close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
