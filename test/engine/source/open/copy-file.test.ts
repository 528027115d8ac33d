import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyAndHash, hashFile } from '../../../../src-main/engine/source/open/copy-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-copy-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('copyAndHash', () => {
  it('stores the same bytes under their hash, for the owner only, and reports progress to the end', async () => {
    const content = randomBytes(2_500_000)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const path = join(folder, 'export.csv')
    await writeFile(path, content)
    const target = join(folder, 'new', 'files')
    const progress: [number, number][] = []
    const copy = await copyAndHash(path, target, { onProgress: (done, total) => progress.push([done, total]) })
    expect(copy).toEqual({ sha256, sizeBytes: content.length, storedPath: join(target, sha256) })
    expect(content.equals(await readFile(copy.storedPath))).toBe(true)
    if (process.platform !== 'win32') expect((await stat(copy.storedPath)).mode & 0o777).toBe(0o600)
    expect(progress.at(-1)).toEqual([content.length, content.length])
    expect(progress.length).toBeGreaterThan(1)

    expect(await copyAndHash(path, target)).toEqual(copy)
    expect(await readdir(target)).toEqual([sha256])
    expect(await hashFile(path)).toBe(sha256)
  })

  it('leaves nothing behind when it is stopped', async () => {
    const path = join(folder, 'large.csv')
    await writeFile(path, Buffer.alloc(5_000_000, 'a,b\n'))
    const target = join(folder, 'stopped')
    const abort = new AbortController()
    const reason = new Error('stopped')
    await expect(copyAndHash(path, target, { signal: abort.signal, onProgress: () => abort.abort(reason) })).rejects.toBe(reason)
    expect(await readdir(target)).toEqual([])
  })

  it('says in words what is wrong with the file', async () => {
    const target = join(folder, 'wrong')
    const empty = join(folder, 'empty.csv')
    await writeFile(empty, '')
    await expect(copyAndHash(join(folder, 'missing.csv'), target)).rejects.toMatchObject({ code: 'file.not_found' })
    await expect(copyAndHash(folder, target)).rejects.toMatchObject({ code: 'file.unreadable' })
    await expect(copyAndHash(empty, target)).rejects.toMatchObject({ code: 'file.empty' })
    await expect(hashFile(join(folder, 'missing.csv'))).rejects.toMatchObject({ code: 'file.not_found' })
  })

  it('says when its own folder cannot be written to, not that the file is at fault', async () => {
    const path = join(folder, 'small.csv')
    await writeFile(path, 'a,b\n1,2\n')
    await expect(copyAndHash(path, path)).rejects.toMatchObject({ code: 'store.readonly' })
  })

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'says when the file may not be read, or the folder not be written to',
    async () => {
      const secret = join(folder, 'secret.csv')
      await writeFile(secret, 'a,b\n')
      await chmod(secret, 0o000)
      await expect(copyAndHash(secret, folder)).rejects.toMatchObject({ code: 'file.unreadable' })
      const locked = join(folder, 'locked')
      await mkdir(locked, { mode: 0o500 })
      await expect(copyAndHash(join(folder, 'small.csv'), locked)).rejects.toMatchObject({ code: 'store.readonly' })
    },
  )
})
