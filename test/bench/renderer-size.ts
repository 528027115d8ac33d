import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * The scripts that the built first screen loads before it shows anything: the page's own and whatever these import, not what other
 * screens load later. Each compressed with gzip, in bytes.
 */
export function firstScreenBytes(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const found = new Set<string>()
  const waiting = [...page.matchAll(/<script[^>]* src="(?:\.?\/)?([^"]+\.js)"/g)].map(([, path = '']) => path)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const script = readFileSync(join(folder, path), 'utf8')
    // Chunks lie beside each other. What is loaded later is `import(…)`.
    for (const [, name] of script.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) waiting.push(`assets/${name}`)
  }
  return [...found].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0)
}
