import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as runProgram } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-cli-resume-'))
  sandbox = await startSandboxHere({ contacts: 60 })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => runProgram(args, { home, environment: sandbox.environment })

async function shown(uuids: readonly string[], field: 'notes' | 'tags'): Promise<unknown[]> {
  const values: unknown[] = []
  for (const uuid of uuids) {
    const answer = await fetch(`${sandbox.baseUrl}/api/customer/${uuid}.json`, { headers: { 'X-TGP-ACCESS-TOKEN': sandbox.token } })
    values.push(((await answer.json()) as { customer: Record<typeof field, unknown> }).customer[field])
  }
  return values
}

function listOf(people: readonly { phone: string }[], name: string): [file: string, recipe: string] {
  const [file, recipe] = [join(home, `${name}.csv`), join(home, `${name}.recipe.json`)]
  writeFileSync(file, `Phone,Name\n${people.map(({ phone }, n) => `"${phone}",${name} ${n}\n`).join('')}`)
  const match = { by: 'phone', column: 'Phone', country: 'US' }
  writeFileSync(recipe, JSON.stringify({ version: 1, name, kind: 'contacts', match, fields: [{ to: 'name', from: ['Name'] }] }))
  return [file, recipe]
}

test('resume --live-with goes on where the service clears what is left out, and nobody loses anything', async () => {
  const people = (await sandbox.customers()).slice(0, 20)
  const uuids = people.map(({ uuid }) => uuid)
  const before = await shown(uuids, 'notes')
  expect(before.filter((text) => text !== null).length).toBeGreaterThan(3)
  const [file, recipe] = listOf(people, 'New')

  await sandbox.setFaults('clear-left-out=notes')
  const stopped = await rollcall('run', file, '--recipe', recipe, '--yes', '--json')
  const { run } = stopped.json() as { run: string }
  expect([stopped.code, stopped.json()]).toMatchObject([5, { state: 'paused' }])
  expect(stopped.stderr).toContain('The service changes more than it is asked to')
  expect(stopped.stderr).toContain('--live-with texts')
  expect(await shown(uuids, 'notes')).toEqual(before)

  const wrong = await rollcall('resume', run, '--live-with', 'everything')
  expect([wrong.code, wrong.stderr]).toMatchObject([2, expect.stringContaining('It takes custom-fields, texts, tags, flags')])
  const resumed = await rollcall('resume', run, '--live-with', 'texts', '--json')
  expect(resumed.json()).toMatchObject({ run, state: 'finished', done: 20, failed: 0, pending: 0 })
  expect(resumed.code).toBe(0)
  expect(await shown(uuids, 'notes')).toEqual(before)
  const after = await sandbox.customers()
  expect(people.map(({ uuid }) => after.find((one) => one.uuid === uuid)?.name)).toEqual(people.map((_, n) => `New ${n}`))
})

test('run puts back what the service began to change in the middle, and says of each row what became of it', async () => {
  await sandbox.setFaults('')
  const people = (await sandbox.customers()).slice(20, 50)
  const uuids = people.map(({ uuid }) => uuid)
  const before = await shown(uuids, 'tags')
  const [file, recipe] = listOf(people, 'Newer')

  await sandbox.setFaults('clear-left-out=tags:from=4')
  const stopped = await rollcall('run', file, '--recipe', recipe, '--yes', '--json')
  const { run, done } = stopped.json() as { run: string; done: number }
  expect([stopped.code, stopped.json()]).toMatchObject([5, { state: 'paused', failed: 0 }])
  expect(stopped.stderr).toMatch(/rows? [\d, ]+( and \d+ more)? had other changes than were asked for and w(as|ere) put back as/)
  expect(await shown(uuids, 'tags')).toEqual(before)
  await rollcall('results', run, '--out', join(home, 'results'))
  const results = readdirSync(join(home, 'results')).map((name) => readFileSync(join(home, 'results', name), 'utf8'))
  const told = results.join('\n').match(/Put back as it was: Tags/g)?.length ?? 0
  expect(told).toBeGreaterThan(2)

  // The cause is mended: the same command does the rest.
  await sandbox.setFaults('')
  const resumed = await rollcall('resume', run, '--json')
  expect([resumed.code, resumed.json()]).toMatchObject([0, { state: 'finished', done: 30, failed: 0, pending: 0 }])
  expect(done).toBeLessThan(30)
  expect(await shown(uuids, 'tags')).toEqual(before)
})
