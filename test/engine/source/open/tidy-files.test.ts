import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makerOfPart, partPathOf } from '../../../../src-main/engine/source/open/part-path.ts'
import { tidyFiles } from '../../../../src-main/engine/source/open/tidy-files.ts'

test('what was left half-made a day ago is removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-tidy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const nowMs = 1_800_000_000_000
  const written = { 'old.part': 25, 'a.sheet-1.rows.x.strings.part': 48, 'new.part': 23, 'a.unpacked': 1000, abcdef: 1000 }
  for (const [name, hoursAgo] of Object.entries(written)) {
    writeFileSync(join(folder, name), 'x')
    const atSeconds = nowMs / 1000 - hoursAgo * 3600
    utimesSync(join(folder, name), atSeconds, atSeconds)
  }
  await tidyFiles(folder, nowMs)
  expect(readdirSync(folder).sort()).toEqual(['a.unpacked', 'abcdef', 'new.part'])
  await tidyFiles(join(folder, 'not there'), nowMs)
})

test('what a process left half-made that is gone is removed at the next start, what another one is making is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-tidy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const own = partPathOf(join(folder, 'a.unpacked'))
  expect(makerOfPart(own)).toBe(`${hostname()}:${process.pid}`)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const ofAnother = (maker: string): string => own.replace(/\.[\w-]+~/, () => `.${Buffer.from(maker).toString('base64url')}~`)
  const left = ofAnother(`${hostname()}:${pid}`)
  const elsewhere = ofAnother(`another computer:${pid}`)
  for (const path of [own, left, elsewhere, left.replace(/part$/, 'strings.part')]) writeFileSync(path, 'x')
  await tidyFiles(folder, Date.now())
  expect(readdirSync(folder).sort()).toEqual([own, elsewhere].map((path) => basename(path)).sort())
})
