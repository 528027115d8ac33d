import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const screens = globSync('src-renderer/**/*.svelte', { cwd: root })

/** What is written in a screen and is no word of it: keys, selectors and classes, time zones, types, parts of dates, addresses. */
const noWords = [
  /^(Enter|Escape|Delete|Backspace|Tab|Home|End|Space|Arrow(Up|Down|Left|Right)|(Mod|Alt|Shift)\+\S*|Mac|Files)$/,
  /^(button (primary|danger)|INPUT|TEXTAREA|SELECT|UTC|US|https:\/\/|[DMY. ]+)$/,
  /^[.a-z:[\]="\-(), ]*(input|footer|dialog\[open\])[.a-z:[\]="\-(), ]*$/,
  /^(Value|Props) extends /,
  // A way of the engine, whose words are `stopWayWords`.
  /^Phone call$/,
]
const shownAttributes = new Set(['title', 'label', 'aria-label', 'placeholder', 'alt', 'hint', 'text', 'message'])
const unread = new Set(['css', 'loc', 'start', 'end', 'type', 'typeAnnotation', 'metadata'])

interface Node {
  type?: string
  data?: string
  name?: string
  value?: unknown
  [key: string]: unknown
}

/** The words that stand in a screen itself. */
function wordsIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown, isShown: boolean): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, isShown))
    if (typeof node !== 'object' || node === null) return
    const { type, data = '', name = '', value, ...parts } = node as Node
    if (type === 'ImportDeclaration') return
    if (type === 'Text' && isShown && /\p{L}{3,}/u.test(data)) found.push(data.trim().replace(/\s+/g, ' '))
    if (type === 'Literal' && typeof value === 'string' && /\p{L}{2,}.* .*\p{L}{2,}|^\p{Lu}\p{L}+/u.test(value)) found.push(value)
    if (type === 'TemplateElement') {
      const { raw = '' } = value as { raw?: string }
      if (/ \p{L}{3,}|\p{L}{3,} |^\p{Lu}\p{L}+/u.test(raw)) found.push(raw)
    }
    if (type === 'Attribute' && Array.isArray(value)) {
      const text = value.map((part: Node) => part.data ?? '{}').join('')
      const isText = value.some((part: Node) => part.type === 'Text' && /\p{L}{2,}/u.test(part.data ?? ''))
      if (isText && (shownAttributes.has(name) || (/ \p{L}/u.test(text) && !['class', 'd', 'viewBox', 'style'].includes(name))))
        found.push(text)
    }
    visit(value, false)
    for (const [key, part] of Object.entries(parts)) if (!unread.has(key)) visit(part, key === 'nodes')
  }
  const { fragment, instance, module } = parse(source, { modern: true })
  for (const part of [fragment, instance, module]) visit(part, false)
  return found.filter((words) => !noWords.some((pattern) => pattern.test(words)))
}

test('all words of the screens are in words/', () => {
  expect(screens.length).toBeGreaterThan(100)
  const found = screens.flatMap((path) => wordsIn(readFileSync(join(root, path), 'utf8')).map((words) => `${path}: ${words}`))
  expect(found).toEqual([])
})

/** Beside the screens, words stand in the lists of which the desktop's menus and the settings are made, too. */
const lists = /^src-renderer\/(app\/keys\/actions|settings\/settings-draft\.svelte|start\/next-due)/

/** Three words one after the other: what is read, not what a file is found by. */
const isRead = (words: string) => /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(words)

test('nor are any in what the screens are made of', () => {
  const sources = globSync('src-renderer/**/*.ts', { cwd: root }).filter((path) => !path.includes('/words/') && !lists.test(path))
  expect(sources.length).toBeGreaterThan(50)
  const found = sources.flatMap((path) => {
    // Errors that a mistake of ours throws are not shown.
    const source = readFileSync(join(root, path), 'utf8').replace(/new Error\(.*\)/g, 'new Error()')
    return wordsIn(`<script lang="ts">${source}</script>`)
      .filter(isRead)
      .map((words) => `${path}: ${words}`)
  })
  expect(found).toEqual([])
})

test('and are found wherever they stand', () => {
  const screen = `<script lang="ts">const said = ok ? 'All is well' : \`\${n} rows are left\`</script>
    <p title="Said once">Hello {said}</p><Help text="More of {it}" />`
  expect(wordsIn(screen).sort()).toEqual([' rows are left', 'All is well', 'Hello', 'More of {}', 'Said once'])
})
