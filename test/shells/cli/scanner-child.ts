// Opens each fresh file below a folder for nobody else, and lets it go after 400 ms. Tells at the end how many it held.
import { closeSync, constants, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const alone = 0x10000000 | constants.O_RDONLY
const folder = process.argv[2] ?? ''
const seen = new Set<string>()
let held = 0

const timer = setInterval(() => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || seen.has(path)) continue
    seen.add(path)
    try {
      const file = openSync(path, alone)
      held += 1
      setTimeout(() => closeSync(file), 400)
    } catch {
      // in use itself, or gone again
    }
  }
}, 5)
process.once('message', () => {
  clearInterval(timer)
  setTimeout(() => process.send?.(held, () => process.exit()), 500)
})
process.send?.('ready')
