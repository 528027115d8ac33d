import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { OddFault, OddRequest, OddService } from '../../helpers/odd-service.ts'
import { inOrder, number, oddCustomers, rowOutcomes, test, total } from './odd-office.ts'

/** Breaks the n-th write in the way that is named for it. */
function breakingWrites(faults: Record<number, OddFault>): (request: OddRequest) => OddFault | null {
  let writes = 0
  return ({ method }) => (method === 'GET' ? null : (faults[++writes] ?? null))
}

const inASecond = () => new Date(Date.now() + 1000).toUTCString()

describe('a service with faults', () => {
  test('takes every message once and in order, whatever breaks after its effect', async ({ begin }) => {
    const { service, rollcall, messages, arrived } = await begin(oddCustomers(10))
    service.fault = breakingWrites({
      4: { kind: 'drop', after: true },
      9: { kind: 'drop', after: true },
      14: { kind: 'storm', retryAfter: inASecond(), after: true },
      15: { kind: 'storm', retryAfter: inASecond(), after: true },
      21: { kind: 'html500', after: true },
      22: { kind: 'html500', after: true },
      30: { kind: 'drop', after: true },
    })
    const { file, recipe, texts } = messages(10, 5)
    const ran = await rollcall('run', file, '--recipe', recipe, '--yes')
    expect(ran.object).toMatchObject({ state: 'finished', rows: 50, done: 50, failed: 0, unknown: 0 })
    expect(ran.code).toBe(0)
    expect(arrived()).toEqual(inOrder(texts))

    const again = await rollcall('run', file, '--recipe', recipe, '--yes')
    expect(again.object).toMatchObject({ state: 'finished', rows: 50, unchanged: 50, calls: 0 })
    expect(service.effects).toHaveLength(50)
  })

  test('holds the right fields and consents after storms, bursts and broken lines', async ({ begin }) => {
    const { service, rollcall, write, recipeFor, notes, noteFile } = await begin(oddCustomers(30))
    const bursts = breakingWrites({
      3: { kind: 'html500' },
      4: { kind: 'html500' },
      5: { kind: 'html500' },
      10: { kind: 'drop', after: true },
      16: { kind: 'storm', retryAfter: inASecond() },
    })
    service.fault = bursts
    const ran = await rollcall('run', noteFile(30), '--recipe', notes(), '--yes')
    expect(ran.object).toMatchObject({ state: 'finished', rows: 30, done: 30 })
    expect(service.customers.map((one) => one.notes)).toEqual(service.customers.map((_, index) => `note ${index}`))

    service.fault = breakingWrites({ 2: { kind: 'drop' }, 3: { kind: 'drop', after: true } })
    const consent = write(
      'consent.csv',
      `Phone,Agreed\n${Array.from({ length: 8 }, (_, i) => `${number(i)},${i % 2 === 0 ? 'Yes' : 'No'}\n`).join('')}`,
    )
    const agreed = recipeFor('consent', [{ to: 'consent', from: ['Agreed'], values: { Yes: true, No: false } }])
    const set = await rollcall('run', consent, '--recipe', agreed, '--yes')
    expect(set.object).toMatchObject({ state: 'finished', rows: 8, done: 8 })
    const last = new Map(
      service.effects
        .filter(({ path }) => path.endsWith('set_consent.json'))
        .map(({ body }) => {
          const {
            customer_uuid: uuid,
            phone_number: phone,
            consent: value,
          } = body as { customer_uuid?: string; phone_number?: string; consent: number }
          return [uuid ?? phone, value]
        }),
    )
    expect([...last.values()].filter((value) => value === 1)).toHaveLength(4)
    expect(last.size).toBe(8)
    const history = (await rollcall('history')).object.runs as Record<string, unknown>[]
    expect(history.map(({ kind }) => kind)).toEqual(['consent', 'contacts'])
    for (const run of history) expect(total(run, rowOutcomes)).toBe(run.rows)
  })

  test('whose token ends in the middle pauses the run with 4, and a new token finishes it', async ({ begin }) => {
    const { service, rollcall, messages, arrived } = await begin(oddCustomers(10))
    service.fault = breakingWrites({ 12: { kind: 'expire' } })
    const { file, recipe, texts } = messages(10, 3)
    const plan = await rollcall('plan', file, '--recipe', recipe)
    const paused = await rollcall('run', String(plan.object.plan), '--yes')
    expect(paused.object).toMatchObject({ state: 'paused', rows: 30, failed: 0, unknown: 0 })
    expect(paused.stderr).toMatch(/Sign in:[^]*Continue: +rollcall resume/)
    expect(paused.code).toBe(4)
    const finished = await rollcall('resume', String(paused.object.run))
    expect(finished.object).toMatchObject({ state: 'finished', done: 30, pending: 0 })
    expect(arrived()).toEqual(inOrder(texts))
  })

  test('contacts that are not there are created once each, and found from then on', async ({ begin }) => {
    const { service, rollcall, notes, noteFile } = await begin(oddCustomers(2))
    service.fault = breakingWrites({ 2: { kind: 'drop', after: true } })
    const recipe = notes({ notFound: 'create' })
    const ran = await rollcall('run', noteFile(5), '--recipe', recipe, '--yes')
    expect(ran.object).toMatchObject({ state: 'finished', rows: 5, done: 5 })
    expect(service.effects.filter(({ method }) => method === 'POST')).toHaveLength(3)
    const effects = service.effects.length
    const again = await rollcall('run', noteFile(5), '--recipe', recipe, '--yes', '--lookup', 'always')
    expect(again.object).toMatchObject({ state: 'finished', rows: 5, unchanged: 5, calls: 0 })
    expect(service.effects).toHaveLength(effects)
  })
})

describe('rows with an unknown outcome', () => {
  test('are listed, and decided one by one: the one that arrived is marked, the other one sent again', async ({ begin }) => {
    const { service, rollcall, messages, arrived } = await begin(oddCustomers(3), { mayReadPosts: false })
    service.fault = breakingWrites({ 2: { kind: 'drop', after: true }, 3: { kind: 'drop' } })
    const { file, recipe } = messages(3, 1)
    const ran = await rollcall('run', file, '--recipe', recipe, '--yes')
    expect(ran.object).toMatchObject({ rows: 3, done: 1, unknown: 2, failed: 0 })
    service.fault = () => null
    const runId = String(ran.object.run)
    const listed = await rollcall('unknown', runId)
    expect(listed.object).toMatchObject({
      run: runId,
      unknown: 2,
      unknownRows: [{ line: expect.any(Number), error: expect.stringMatching(/\w/) }, {}],
    })
    const rows = listed.object.unknownRows as { line: number; phone: string }[]
    const sent = rows.find(({ phone }) => arrived().has(phone.slice(-10)))
    const lost = rows.find((row) => row !== sent)
    expect([sent?.line, lost?.line].toSorted()).toEqual([3, 4])

    expect((await rollcall('unknown', runId, '--mark-done', '--line', '99')).code).toBe(2)
    expect((await rollcall('unknown', runId, '--mark-done', '--send-again')).code).toBe(2)
    expect((await rollcall('unknown', runId, '--send-again')).code).toBe(2)
    expect((await rollcall('unknown', runId, '--mark-done', '--line', String(sent?.line))).object).toMatchObject({ done: 2, unknown: 1 })
    const finished = await rollcall('unknown', runId, '--send-again', '--line', String(lost?.line), '--yes')
    expect(finished.object).toMatchObject({ run: runId, state: 'finished', done: 3, unknown: 0 })
    expect(finished.code).toBe(0)
    expect([...arrived().values()].map((texts) => texts.length)).toEqual([1, 1, 1])
  })
})

describe('what is asked of the service', () => {
  const lookUps = (service: OddService) => service.requests.filter(({ phone }) => phone !== null).length

  test('after a complete sync nothing for a number that the sync did not bring, unless all are to be read afresh', async ({ begin }) => {
    const { service, rollcall, notes, noteFile } = await begin(oddCustomers(5), { hasList: true })
    expect((await rollcall('sync')).object).toMatchObject({ state: 'complete', contacts: 5 })
    const file = noteFile(8)
    const planned = await rollcall('plan', file, '--recipe', notes())
    expect(planned.object).toMatchObject({ rows: 8, send: 5, skipped: 3 })
    expect(lookUps(service)).toBe(0)
    expect((await rollcall('plan', file, '--recipe', notes(), '--lookup', 'always')).object).toMatchObject({ send: 5, skipped: 3 })
    expect(lookUps(service)).toBe(8)
  })

  test('without a sync, `never` asks nothing, and `missing` asks once for each number that is not cached', async ({ begin }) => {
    const { service, rollcall, notes, noteFile } = await begin(oddCustomers(4))
    const file = noteFile(6)
    expect((await rollcall('plan', file, '--recipe', notes(), '--lookup', 'never')).object).toMatchObject({ rows: 6, send: 0, skipped: 6 })
    expect(lookUps(service)).toBe(0)
    expect((await rollcall('plan', file, '--recipe', notes())).object).toMatchObject({ rows: 6, send: 4, skipped: 2 })
    expect(lookUps(service)).toBe(6)
    expect((await rollcall('plan', file, '--recipe', notes())).object).toMatchObject({ rows: 6, send: 4, skipped: 2 })
    expect(lookUps(service)).toBe(8)
  })
})

test('a data folder that cannot be written, and files that are none, end with words and a code', async ({ begin }) => {
  const { home, rollcall, write, notes, noteFile } = await begin(oddCustomers(1))
  const file = noteFile(1)
  for (const where of [
    ['plan', file, '--recipe', notes()],
    ['history', '--practice'],
  ]) {
    const blocked = await rollcall(...where, '--home', join(file, 'home'))
    expect(blocked, where.join(' ')).toMatchObject({
      code: 1,
      object: { error: { code: 'store.readonly', hint: expect.stringContaining('--home') } },
    })
  }
  const binary = write('photo.csv', '')
  writeFileSync(binary, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0, 0]))
  expect(await rollcall('plan', binary, '--recipe', notes())).toMatchObject({ code: 2, object: { error: { code: 'file.binary' } } })
  expect(await rollcall('plan', home, '--recipe', notes())).toMatchObject({
    code: 2,
    object: { error: { code: expect.stringMatching(/^file\./) } },
  })
  expect(await rollcall('plan', file, '--recipe', write('half.json', '{"version": 1,'))).toMatchObject({
    code: 2,
    object: { error: { code: 'recipe.invalid' } },
  })
})
