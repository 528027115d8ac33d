import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktopOf } from '../desktop/serve-desktop.ts'

/** A file on the disk, or one that is made for the test. */
export type GivenFile = string | { name: string; mimeType: string; buffer: Buffer }

/** Gives the page a file, as a person does: the browser's page has its bytes, that of the desktop its path on the disk. */
export async function giveFile(input: Locator, file: GivenFile): Promise<void> {
  const desktop = desktopOf(input.page())
  if (desktop === undefined) return input.setInputFiles(file)
  const path = typeof file === 'string' ? file : join(await mkdtemp(join(tmpdir(), 'rollcall-given-')), file.name)
  if (typeof file !== 'string') await writeFile(path, file.buffer)
  await desktop.droppedFrom(dirname(path))
  await input.setInputFiles(path)
}

/** Presses a key; one of the desktop's menus is theirs, as Electron hands it to them before the page. */
export async function pressKey(page: Page, key: string): Promise<void> {
  const accelerator = key.replace('Control+', 'CommandOrControl+')
  const isOfMenu = accelerator !== key && (await desktopOf(page)?.ask<boolean>('pressKey', { accelerator }))
  if (isOfMenu !== true) await page.keyboard.press(key)
}

/** A key that comes before the page listens is pressed again, as people do; it counts once. */
const again = { interval: 1500, timeout: 30_000 }

/** Chooses a file with nothing but keys: `press` presses the one that asks for it, and may count it. */
export async function chooseByKey(page: Page, file: Exclude<GivenFile, string>, press: (key: string) => Promise<void>): Promise<void> {
  const desktop = desktopOf(page)
  if (desktop !== undefined) {
    const path = join(await mkdtemp(join(tmpdir(), 'rollcall-given-')), file.name)
    await writeFile(path, file.buffer)
    const before = desktop.dialogs.length
    const isAsked = () => expect.poll(() => desktop.dialogs.length > before, { timeout: 1500 }).toBe(true)
    desktop.willAnswer({ kind: 'open', filePaths: [path] })
    await press('Control+O')
    await isAsked().catch(() => pressKey(page, 'Control+O').then(isAsked))
    return
  }
  let asked: FileChooser | null = null
  page.once('filechooser', (chooser) => (asked = chooser))
  await press('Control+O')
  await expect.poll(async () => asked ?? (await page.keyboard.press('Control+O')), again).toBeTruthy()
  await (asked as FileChooser | null)?.setFiles(file)
}

/** Drops a file on the page, as one from the system comes over it. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const desktop = desktopOf(page)
  if (desktop !== undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-given-'))
    await writeFile(join(folder, name), text)
    await desktop.droppedFrom(folder)
  }
  await page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content], fileName))
      for (const type of ['dragenter', 'drop']) window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text] as const,
  )
}

/** The file that a press saves: a download of the browser, on the desktop in a folder that its dialog is told. */
export async function savedFile(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }> {
  const desktop = desktopOf(page)
  if (desktop === undefined) {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    expect(await download.failure()).toBeNull()
    return { name: download.suggestedFilename(), path: await download.path() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-saved-'))
  desktop.savesInto(folder)
  await press()
  const whole = async () => (await readdir(folder)).find((name) => !name.startsWith('.'))
  await expect.poll(whole).toBeDefined()
  const name = (await whole()) ?? ''
  return { name, path: join(folder, name) }
}
