import { app } from 'electron'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a built part is, relative to the built `out/main/main.js`: told by that file, because a bundler may move everything else. */
export type Built = (path: string) => URL

/** Packaged, they lie beside the asar. */
export function samplesFolder(built: Built): string {
  return app.isPackaged ? join(process.resourcesPath, 'samples') : fileURLToPath(built('../../resources/samples'))
}
