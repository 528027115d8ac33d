import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { ScheduleSystem } from '../../../../src-main/engine/schedule/entries/schedulers.ts'
import { commandsWithSandbox } from '../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(5)
let recipe = ''
beforeEach(() => {
  mkdirSync(join(here.home, 'lists'))
  recipe = join(here.home, 'notes.recipe.json')
  const match = { by: 'phone', column: 'Phone', country: 'US' }
  writeFileSync(recipe, JSON.stringify({ version: 1, name: 'Notes', kind: 'contacts', match, fields: [{ to: 'notes', from: ['Note'] }] }))
})

/** A computer with these tools, and what was asked of them. */
function computer(platform: NodeJS.Platform, tools: Partial<Record<string, (args: readonly string[], input?: string) => string | null>>) {
  const asked: string[] = []
  const schedules: ScheduleSystem = {
    platform,
    home: join(here.home, 'person'),
    userId: 501,
    async run(tool, args, input) {
      asked.push([tool, ...args].join(' '))
      const printed = tools[tool]?.(args, input) ?? null
      return { isDone: printed !== null, printed: printed ?? '', complained: printed === null ? `${tool}: refused` : '' }
    },
  }
  const rollcall = (...args: string[]) => here.rollcall(args, { schedules })
  const add = (name: string, ...more: string[]) =>
    rollcall(
      'schedule',
      'add',
      name,
      '--folder',
      join(here.home, 'lists'),
      '--recipe',
      recipe,
      '--at',
      '08:05',
      '--practice',
      '--json',
      ...more,
    )
  return { asked, rollcall, add }
}

test('an entry is shown, and written only after a yes; it names the account and the data folder', async () => {
  const { add, asked, rollcall } = computer('linux', { systemctl: () => '' })
  const shown = await add('Monthly list')
  expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('OnCalendar=*-*-* 08:05:00')])
  expect(existsSync(join(here.home, 'person'))).toBe(false)
  expect((await rollcall('schedule', 'list', '--json')).json()).toEqual({ schedules: [] })

  expect(await add('Monthly list', '--yes', '--on', 'monday')).toMatchObject({ code: 0 })
  const units = join(here.home, 'person', '.config', 'systemd', 'user')
  const service = readFileSync(join(units, 'rollcall-monthly-list.service'), 'utf8')
  for (const part of ['"watch"', '"--once"', '"--account" "practice"', `"--home" ${JSON.stringify(here.home)}`, JSON.stringify(recipe)])
    expect(service).toContain(part)
  expect(asked).toContain('systemctl --user enable --now rollcall-monthly-list.timer')
  const [listed] = (await rollcall('schedule', 'list', '--json')).json().schedules as { name: string; when: string; by: string }[]
  expect(listed).toMatchObject({ name: 'Monthly list', account: 'practice', when: 'each Monday at 08:05', by: 'systemd' })
  expect(await add('monthly LIST', '--yes')).toMatchObject({ code: 2 })

  expect(await rollcall('schedule', 'remove', 'Monthly list')).toMatchObject({ code: 0 })
  expect(asked.at(-1)).toBe('systemctl --user disable --now rollcall-monthly-list.timer')
  expect(readdirSync(units)).toEqual([])
  expect((await rollcall('schedule', 'list', '--json')).json()).toEqual({ schedules: [] })
  expect(await rollcall('schedule', 'remove', 'Monthly list')).toMatchObject({ code: 2 })
})

test('where there is no systemd, crontab is changed by one line, and never written over where it cannot be read', async () => {
  let table = '0 3 * * * backup\n'
  const crontab = (args: readonly string[], input?: string) => {
    if (args[0] === '-l') return table
    table = input ?? ''
    return ''
  }
  const { add, rollcall } = computer('linux', { crontab })
  expect(await add('Monthly list', '--yes')).toMatchObject({ code: 0 })
  expect(table).toMatch(/^0 3 \* \* \* backup\n5 8 \* \* \* '\/opt\/rollcall' 'watch' .* # rollcall: Monthly list\n$/)
  expect(await rollcall('schedule', 'remove', 'Monthly list')).toMatchObject({ code: 0 })
  expect(table).toBe('0 3 * * * backup\n')
  const broken = computer('linux', { crontab: (args, input) => (args[0] === '-l' ? null : crontab(args, input)) })
  expect(await broken.add('Other', '--yes')).toMatchObject({ code: 2 })
  expect((await broken.rollcall('schedule', 'list', '--json')).json()).toEqual({ schedules: [] })
  expect(table).toBe('0 3 * * * backup\n')
})

test('an entry that the system refuses leaves nothing behind', async () => {
  const systemctl = (args: readonly string[]) => (args.includes('enable') ? null : '')
  const { add, rollcall } = computer('linux', { systemctl })
  const refused = await add('Monthly list', '--yes')
  expect([refused.code, refused.json()]).toMatchObject([2, { error: { message: expect.stringContaining('systemctl: refused') } }])
  expect(readdirSync(join(here.home, 'person', '.config', 'systemd', 'user'))).toEqual([])
  expect((await rollcall('schedule', 'list', '--json')).json()).toEqual({ schedules: [] })
})

test('Windows reads its entry from a file in UTF-16, macOS from a launch agent', async () => {
  const windows = computer('win32', { schtasks: () => '' })
  expect(await windows.add('Büro', '--yes')).toMatchObject({ code: 0 })
  const xml = readFileSync(join(here.home, 'schedules', 'rollcall-bu-ro.xml'))
  expect([xml[0], xml[1]]).toEqual([0xff, 0xfe])
  expect(xml.toString('utf16le')).toContain('<Description>Rollcall: Büro</Description>')
  expect(windows.asked[0]).toContain('schtasks /Create /TN Rollcall\\rollcall-bu-ro /XML ')
  const mac = computer('darwin', { launchctl: () => '' })
  expect(await mac.add('Other', '--yes')).toMatchObject({ code: 0 })
  const path = join(here.home, 'person', 'Library', 'LaunchAgents', 'com.rollcall.schedule.rollcall-other.plist')
  expect(mac.asked).toEqual([`launchctl bootstrap gui/501 ${path}`])
  expect(readFileSync(path, 'utf8')).toContain('<string>--account</string>')
})

test('what cannot work is refused before anything is written: no such folder, no time, an account of the environment', async () => {
  const { asked, rollcall } = computer('linux', { systemctl: () => '' })
  const args = ['schedule', 'add', 'x', '--recipe', recipe, '--yes']
  expect((await rollcall(...args, '--folder', join(here.home, 'nowhere'), '--at', '08:00', '--practice')).stderr).toContain('no folder')
  expect((await rollcall(...args, '--folder', here.home, '--at', '25:00', '--practice')).stderr).toContain('08:30')
  const ofEnvironment = await here.withToken([...args, '--folder', here.home, '--at', '08:00'])
  expect(ofEnvironment.stderr).toContain('cannot be scheduled')
  expect(asked).toEqual([])
})
