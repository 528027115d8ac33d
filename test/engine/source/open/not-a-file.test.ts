import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'
import { copyAndHash } from '../../../../src-main/engine/source/open/copy-file.ts'
import { inspectFile } from '../../../../src-main/engine/source/open/inspect-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-not-a-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.skipIf(process.platform === 'win32')('a named pipe that nobody writes to is refused at once, in words', async () => {
  const path = join(folder, 'pipe.csv')
  execFileSync('mkfifo', [path])
  const refusal = { code: 'file.unreadable', message: 'This is not a file but a pipe, a device or the like.' }
  await expect(copyAndHash(path, join(folder, 'copies'))).rejects.toMatchObject(refusal)
  await expect(inspectFile(path, dialectChoiceSchema.parse({}))).rejects.toMatchObject(refusal)
})

it.skipIf(process.platform === 'win32')('a device that never ends is refused', async () => {
  await expect(copyAndHash('/dev/zero', join(folder, 'copies'))).rejects.toMatchObject({ code: 'file.unreadable' })
})

it.skipIf(process.platform === 'win32')('links that lead in a circle are said to', async () => {
  const [one, two] = [join(folder, 'one.csv'), join(folder, 'two.csv')]
  symlinkSync(one, two)
  symlinkSync(two, one)
  await expect(copyAndHash(one, join(folder, 'copies'))).rejects.toMatchObject({
    code: 'file.unreadable',
    message: expect.stringContaining('circle') as string,
  })
})
