import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../scripts/stale-build.ts'

const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const exists = (path: string): boolean => existsSync(join(projectRoot, path))
const readme = textOf('README.md')
const pages = ['README.md', 'CHANGELOG.md', ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path.replaceAll('\\', '/')}`)].filter((path) => path.endsWith('.md'))

const typeScriptIn = (folder: string): string[] => readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
const linesOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + textOf(path).split('\n').length - 1, 0)

/** The folders and files of the tree that README draws: names that stand deeper lie in the folder above them. */
function drawnPaths(): string[] {
  const drawing = /## Layout\n+```\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const folders: { depth: number; path: string }[] = []
  return drawing.split('\n').flatMap((line) => {
    const depth = line.search(/\S/)
    const [, first = ''] = /^\s*(\S+)/.exec(line) ?? []
    if (first === '') return []
    while ((folders.at(-1)?.depth ?? -1) >= depth) folders.pop()
    const above = folders.at(-1)?.path ?? ''
    // Everything that ends in a slash is a folder: those that begin the line lie here, those behind its words in the first of them.
    const beside = (/^\s*(\S+\/(?: {2}\S+\/)*)/.exec(line)?.[1] ?? first).split(/ +/)
    const inside = [...line.slice(line.indexOf(beside.at(-1) ?? '') + (beside.at(-1)?.length ?? 0)).matchAll(/(?<= )([a-z0-9-]+)\/(?=[ ;,]|$)/g)].map(([, name]) => `${above}${first}${name}/`)
    folders.push({ depth, path: `${above}${first}` })
    return [...beside.map((name) => `${above}${name}`), ...inside]
  })
}

test('what README draws of the tree is there', () => {
  const paths = drawnPaths()
  expect(paths.length).toBeGreaterThan(50)
  expect(paths).toContain('src-main/engine/run/reconcile/')
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test('every link between pages leads somewhere', () => {
  const links = pages.flatMap((page) => [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => `${dirname(page)}/${target}`))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((path) => !exists(path))).toEqual([])
})

test('every file and folder that the pages name is there', () => {
  const roots = ['', 'src-main/', 'src-main/engine/', 'src-main/sandbox/', 'src-renderer/', 'docs/']
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) => [...textOf(page).matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+\/?)`/g)].map(([, path = '']) => ({ page, path })))
    // What a build makes need not be there yet.
    .filter(({ path }) => !path.startsWith('out/'))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(({ path }) => !roots.some((root) => exists(root + path)))).toEqual([])
})

test('every script that the pages name is one of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const named = new Set(pages.flatMap((page) => [...textOf(page).matchAll(/`?npm run (?:-s )?([a-z][\w:]*)/g)].map(([, name = '']) => name)))
  expect(named.size).toBeGreaterThan(3)
  expect([...named].filter((name) => scripts[name] === undefined)).toEqual([])
})

describe('figures of the table of decisions', () => {
  test.each([
    ['lines of the CSV parser', /own CSV parser .*?some (\d+) lines/i, () => linesOf(['src-main/engine/source/csv/row-parser.ts', 'src-main/engine/source/csv/pending-text.ts'])],
    ['files of the workbook reader', /some (\d+) small files/, () => typeScriptIn('src-main/engine/source/xlsx').length],
    ['lines of the encodings', /Encodings are told apart .*?some (\d+) lines/, () => linesOf(typeScriptIn('src-main/engine/source/encoding'))],
    ['lines of the cards', /Contact cards .*?some (\d+) lines/, () => linesOf(typeScriptIn('src-main/engine/source/vcard'))],
  ])('%s are about as many as it says', (_name, pattern, count) => {
    const said = Number(pattern.exec(readme)?.[1])
    expect(Math.abs(said - count()) / count()).toBeLessThan(0.1)
  })
})

test('each decision has a record of the same form, and the list has them all', () => {
  const records = readdirSync(join(projectRoot, 'docs/decisions')).filter((name) => /^\d/.test(name))
  const list = textOf('docs/decisions/README.md')
  records.forEach((name, at) => {
    const text = textOf(`docs/decisions/${name}`)
    expect(Number(name.slice(0, 2))).toBe(at + 1)
    expect(text).toMatch(/^# \d+\. .+\n\n\*\*Why\.\*\* [\s\S]+\n\n\*\*Decision\.\*\* [\s\S]+\n\n\*\*Cost\.\*\* /)
    expect(list).toContain(`[${text.slice(2, text.indexOf('\n'))}](${name})`)
  })
})

test('the glossary gives each class of rows one name on the screens, and each term once', () => {
  const glossary = textOf('docs/glossary.md')
  const classes = [...glossary.matchAll(/^\| `(\w+)` \| ([^|]+?) \|/gm)].map(([, name, title]) => [name, title])
  expect(classes).toEqual([['send', 'Will change'], ['held', 'Needs your OK'], ['invalid', "Can't be used"], ['skipped', 'Left out'], ['unchanged', 'Up to date']])
  const terms = [...glossary.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map(([, term]) => term)
  expect(terms.length).toBeGreaterThanOrEqual(30)
  expect(terms).toEqual([...new Set(terms)].toSorted())
})

test('every code of an issue that the pages name is one that rows, files or runs can have', () => {
  const sources = typeScriptIn('src-main').map(textOf).join('\n')
  const codes = new Set([...sources.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, code = '']) => code))
  const rooms = new Set(['file', 'row', 'phone', 'uuid', 'consent', 'date', 'email', 'link', 'letters', 'message', 'refusal', 'refusals', 'held', 'unlike', 'value'])
  const named = pages.flatMap((page) => [...textOf(page).matchAll(/`([a-z_]+)\.([a-z_]+)`/g)].filter(([, room = '']) => rooms.has(room)).map(([, room = '', name = '']) => `${room}.${name}`))
  expect(named).toContain('file.misread')
  expect(named.filter((code) => !codes.has(code))).toEqual([])
})
