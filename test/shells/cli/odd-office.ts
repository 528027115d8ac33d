import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as plainTest } from 'vitest'
import { hurriedClock } from '../../engine/run/run-stations.ts'
import { type OddCustomer, type OddOptions, type OddService, startOddService } from '../../helpers/odd-service.ts'
import { rollcallHere } from '../../helpers/rollcall-here.ts'

export const number = (index: number) => `212555${String(1000 + index)}`

/** Contacts as different readings of the specification would show them. */
export function oddCustomers(count: number): OddCustomer[] {
  const shapes: ((digits: string) => unknown)[] = [
    (digits) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    (digits) => `+1${digits}`,
    (digits) => ({ display_phone_number: `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`, location: null }),
  ]
  return Array.from({ length: count }, (_, index) => ({
    uuid: `u${index}`,
    phone_number: shapes[index % shapes.length]?.(number(index)),
    ...(index % 2 === 0 ? { custom_fields: [] } : { name: null, tags: [] }),
  }))
}

const planClasses = ['send', 'unchanged', 'held', 'skipped', 'invalid']
export const rowOutcomes = ['done', 'failed', 'unknown', 'pending', 'unchanged', 'held', 'skipped', 'invalid']
export const total = (object: Record<string, unknown>, names: readonly string[]) =>
  names.reduce((sum, name) => sum + Number(object[name]), 0)

/** What a test does in an office with a data folder of its own, with a service. */
function openOffice(home: string, service: OddService) {
  // What may still arrive is waited for, for two minutes, which take no time here.
  const clock = hurriedClock()
  /** With the token that the service takes by now. */
  const options = () => ({ home, clock, environment: { ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: service.token } })

  /** Runs a command with `--json`; whatever has rows has to add up. */
  async function rollcall(...args: string[]) {
    const ended = await rollcallHere([...args, '--json'], options())
    const object = ended.json()
    if (object.rows !== undefined)
      expect(total(object, object.plan === undefined ? rowOutcomes : planClasses), args.join(' ')).toBe(object.rows)
    expect(ended.stdout + ended.stderr).not.toMatch(/<html|<h1|undefined|NaN/i)
    return { code: ended.code, object, stderr: ended.stderr }
  }

  function write(name: string, text: string): string {
    const path = join(home, name)
    writeFileSync(path, text)
    return path
  }

  const recipeFor = (kind: string, fields: object[], more: object = {}) =>
    write(
      `${kind}.json`,
      JSON.stringify({ version: 1, name: kind, kind, match: { by: 'phone', column: 'Phone', country: 'US' }, fields, ...more }),
    )
  const notes = (more?: object) => recipeFor('contacts', [{ to: 'notes', from: ['Note'] }], more)
  const noteFile = (count: number, from = 0) =>
    write('notes.csv', `Phone,Note\n${Array.from({ length: count }, (_, i) => `${number(from + i)},note ${from + i}\n`).join('')}`)

  /** Several messages for each contact, no two of them alike. */
  function messages(contacts: number, each: number) {
    const texts = Array.from({ length: contacts * each }, (_, index) => ({ phone: number(index % contacts), body: `message ${index}` }))
    const file = write('messages.csv', `Phone,Text\n${texts.map(({ phone, body }) => `${phone},${body}\n`).join('')}`)
    return { file, recipe: recipeFor('messages', [{ to: 'body', from: ['Text'] }]), texts }
  }

  /** The texts that the service took for each number, in the order of their arrival. */
  function arrived(): Map<string, string[]> {
    const posts = service.effects
      .filter(({ path }) => path === '/api/new_customer_post.json')
      .map(({ body }) => body as { phone_number: string; comment: { body: string } })
    return new Map(
      [...Map.groupBy(posts, ({ phone_number: phone }) => phone.slice(-10))].map(([phone, those]) => [
        phone,
        those.map(({ comment }) => comment.body),
      ]),
    )
  }

  return { home, service, options, rollcall, write, recipeFor, notes, noteFile, messages, arrived }
}

export const inOrder = (texts: readonly { phone: string; body: string }[]) =>
  new Map([...Map.groupBy(texts, ({ phone }) => phone)].map(([phone, those]) => [phone, those.map(({ body }) => body)]))

export const test = plainTest.extend<{
  /** An office whose service has these customers. No two share anything: tests that wait for minutes do so beside each other. */
  begin: (customers: OddCustomer[], options?: OddOptions) => Promise<ReturnType<typeof openOffice>>
}>({
  begin: async ({ onTestFinished }, use) =>
    use(async (customers, options) => {
      const home = mkdtempSync(join(tmpdir(), 'rollcall-faults-'))
      const service = await startOddService(customers, options)
      onTestFinished(async () => {
        await service.close()
        rmSync(home, { recursive: true, force: true })
      })
      return openOffice(home, service)
    }),
})
