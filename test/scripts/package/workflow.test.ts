import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../../scripts/stale-build.ts'

// The public workflow runs on computers that are not here: what can be told of it without them.

interface Step {
  run?: string
  uses?: string
}
const { jobs } = parse(readFileSync(join(projectRoot, '.github', 'workflows', 'ci.yml'), 'utf8')) as {
  jobs: Record<string, { steps: Step[]; if?: string }>
}
const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

test('asks for scripts and files that are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const asked = commands.flatMap((command) => [...command.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name]) => name ?? ''))
  const npmsOwn = ['ci', 'version', 'test']
  expect(asked).toEqual(expect.arrayContaining(['test', 'package:check', 'test:desktop', 'package']))
  expect(asked.filter((name) => !npmsOwn.includes(name) && !(name in scripts))).toEqual([])
  const files = commands.flatMap((command) => [...command.matchAll(/\.\/(scripts\/[\w./-]+)/g)].map(([, path]) => path ?? ''))
  expect(files).toEqual(['scripts/windows/check-installed.ps1'])
  expect(files.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})

test('makes packages on tags alone, and looks at an installed one', () => {
  const onTags = Object.entries(jobs).filter(([, job]) => job.if === "startsWith(github.ref, 'refs/tags/v')")
  expect(onTags.map(([name]) => name)).toEqual(['package', 'installed-on-windows', 'installed-on-macos'])
  const installed = readFileSync(join(projectRoot, 'scripts', 'windows', 'check-installed.ps1'), 'utf8')
  for (const part of ["'/S'", "'/currentuser'", '--smoke-test', '-First', '-Second', 'Uninstall Rollcall.exe', 'uninstalling removed data'])
    expect(`${installed}${commands.join('\n')}`).toContain(part)
})

test('plans as many rows of the sample as it has', () => {
  const installed = readFileSync(join(projectRoot, 'scripts', 'windows', 'check-installed.ps1'), 'utf8')
  const rows = Number(/\.rows -ne (\d+)/.exec(installed)?.[1])
  const sample = readFileSync(join(projectRoot, 'resources', 'samples', 'hubspot.csv'))
  expect(rows).toBe(parseCsv(sample, { bom: true, from: 2, relax_column_count: true, skip_empty_lines: true }).length)
})
