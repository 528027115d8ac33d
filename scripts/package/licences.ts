import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  version?: string
  license?: string
  dependencies?: Record<string, string>
}

/** Libraries that are bundled, though npm calls them dev-dependencies. */
const bundled = [
  '@internationalized/date',
  'bits-ui',
  'commander',
  'electron-updater',
  'libphonenumber-js',
  'papaparse',
  'svelte',
  'undici',
  'zod',
]

export interface Licence {
  name: string
  version: string
  licence: string
  text: string
}

/** The licences of everything that a package contains, by name: what is packed, what is bundled, and what those need. */
export function collectLicences(root: string): Licence[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  const wanted = new Set<string>()
  const add = (name: string, from: string): void => {
    const path = placeOf(lock.packages, name, from)
    if (path === null || wanted.has(path)) return
    wanted.add(path)
    for (const next of Object.keys(lock.packages[path]?.dependencies ?? {})) add(next, path)
  }
  for (const name of [...Object.keys(own.dependencies), ...bundled]) add(name, '')
  return [...wanted].sort().map((path) => licenceOf(root, path, lock.packages[path] ?? {}))
}

/** One text for people: each library with its licence. `out/licences.txt` goes beside the packaged program, the other into its screens. */
export function writeLicences(root: string): Licence[] {
  const all = collectLicences(root)
  const line = '-'.repeat(80)
  const text = all
    .map(({ name, version, licence, text }) => `${line}\n${name} ${version} (${licence})\n${line}\n\n${text.trim()}\n`)
    .join('\n')
  const runtime =
    "Rollcall runs on Electron, Chromium and Node.js; their licences are in the program's folder: LICENSE.electron.txt, LICENSES.chromium.html.\n"
  for (const path of ['out/licences.txt', 'out/renderer/licences.txt'])
    writeFileSync(join(root, path), `Rollcall contains these libraries.\n\n${runtime}\n${text}`)
  return all
}

/** Where Node finds a package from another one's folder. */
function placeOf(packages: Record<string, Locked>, name: string, from: string): string | null {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at}/node_modules/${name}`]) return `${at}/node_modules/${name}`
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : null
}

function licenceOf(root: string, path: string, { version = '', license }: Locked): Licence {
  const folder = join(root, path)
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name)) : undefined
  const fullText = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  const licence = license ?? /^(?:The )?(MIT|ISC|Apache|BSD)\b/.exec(fullText.trim())?.[1] ?? 'not named'
  const text = fullText || `Licensed under ${licence}.`
  return { name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version, licence, text }
}
