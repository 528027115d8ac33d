import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultGrammar } from '../../../src-main/sandbox/faults/fault-grammar.ts'
import { faultGroups, statusFaults } from '../../../src-main/sandbox/faults/fault-kinds.ts'
import { parseFaults } from '../../../src-main/sandbox/faults/fault-spec.ts'
import { operationNames } from '../../../src-main/sandbox/operations/operation-names.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'sandbox.md'), 'utf8')
const unwrapped = faultGrammar.replaceAll(/\s+/g, ' ')

describe.each(faultGroups)('$title', ({ title, rules }) => {
  test.each(rules.map(([kind, rule]) => ({ kind, says: rule.says })))(
    '$kind is explained in the help and in docs/sandbox.md',
    ({ kind, says }) => {
      expect(page).toContain(`### ${title}\n`)
      expect(page).toMatch(new RegExp(`^\\| \`${kind}[\`=[]`, 'm'))
      expect(page).toContain(`| ${says} |`)
      expect(faultGrammar).toMatch(new RegExp(`^  ${kind}[ =[\\n]`, 'm'))
      expect(unwrapped).toContain(says)
    },
  )
})

test('every status and operation is named', () => {
  for (const status of statusFaults.filter((kind) => !kind.endsWith('-after'))) {
    expect(page).toContain(`\`${status}\``)
    expect(unwrapped).toContain(` ${status} `)
  }
  for (const name of operationNames) expect(unwrapped).toContain(` ${name} `)
})

test('every example can be read, in the help and in docs/sandbox.md', () => {
  const inHelp = (faultGrammar.split('Examples\n')[1] ?? '').split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? [])
  const inPage = [...(page.split('Some that come up often:')[1]?.split('###')[0] ?? '').matchAll(/\| `([^`]+)` \|$/gm)].map(
    (match) => match[1] ?? '',
  )
  expect(inHelp.length).toBeGreaterThan(7)
  expect(inPage.length).toBeGreaterThan(7)
  for (const example of [...inHelp, ...inPage]) expect(parseFaults(example).faults.length, example).toBeGreaterThan(0)
})
