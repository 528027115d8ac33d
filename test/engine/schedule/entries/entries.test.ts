import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { launchAgent } from '../../../../src-main/engine/schedule/entries/launch-agent.ts'
import { cronLine, systemdArgument, systemdUnits } from '../../../../src-main/engine/schedule/entries/linux-timer.ts'
import { entryId, type ScheduleEntry } from '../../../../src-main/engine/schedule/entries/schedule-entry.ts'
import { windowsArgument, windowsTask } from '../../../../src-main/engine/schedule/entries/windows-task.ts'

/** Names and paths of an office, and of somebody who tries. */
const odd = ['/home/o\'brien/Büro Müller & Söhne/100 % "lists"', '$HOME', '%h', 'back\\slash\\', '`id`', '<x>', '', 'a;b|c', '张 三']
const entry = (parts: Partial<ScheduleEntry> = {}): ScheduleEntry => ({
  name: 'Monthly <list> & "more"',
  command: ['/opt/Rollcall/rollcall', ...odd],
  hour: 8,
  minute: 5,
  weekday: null,
  dayOfMonth: null,
  ...parts,
})

test('a name becomes one that every system takes', () => {
  expect(['Monthly consent', 'Büro: "März"', '张三', '../../etc'].map(entryId)).toEqual([
    'rollcall-monthly-consent',
    'rollcall-bu-ro-ma-rz',
    'rollcall-import',
    'rollcall-etc',
  ])
})

describe('Windows', () => {
  test.each([
    ['plain', 'plain'],
    ['', '""'],
    ['C:\\Büro Müller\\', '"C:\\Büro Müller\\\\"'],
    ['C:\\no-space\\', 'C:\\no-space\\'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a\\"b', '"a\\\\\\"b"'],
  ])('%s is the argument %s', (text, argument) => {
    expect(windowsArgument(text)).toBe(argument)
  })

  test('a task names its time, its day and what it starts, as XML', () => {
    const task = windowsTask(entry({ command: ['C:\\Program Files\\Rollcall\\Rollcall.exe', 'watch', 'C:\\A & B'] }))
    expect(task).toContain('<Command>C:\\Program Files\\Rollcall\\Rollcall.exe</Command>')
    expect(task).toContain('<Arguments>watch &quot;C:\\A &amp; B&quot;</Arguments>')
    expect(task).toContain('T08:05:00</StartBoundary>')
    expect(task).toContain('<ScheduleByDay>')
    expect(task).toContain('Monthly &lt;list&gt; &amp; &quot;more&quot;')
    expect(windowsTask(entry({ weekday: 'monday' }))).toContain('<DaysOfWeek><Monday/></DaysOfWeek>')
    expect(windowsTask(entry({ dayOfMonth: 1 }))).toContain('<ScheduleByMonth><DaysOfMonth><Day>1</Day></DaysOfMonth><Months><January/>')
  })
})

test('macOS: each argument is a text of its own, and the time is in the calendar', () => {
  const agent = launchAgent(entry({ weekday: 'sunday' }), '/data/a.log')
  const texts = [...agent.matchAll(/^ {4}<string>(.*)<\/string>$/gm)].map(([, text]) => text)
  expect(texts).toHaveLength(1 + odd.length)
  expect(texts).toContain('/home/o&apos;brien/Büro Müller &amp; Söhne/100 % &quot;lists&quot;')
  for (const [key, value] of [
    ['Hour', 8],
    ['Minute', 5],
    ['Weekday', 0],
  ] as const)
    expect(agent).toContain(`<key>${key}</key><integer>${value}</integer>`)
  expect(launchAgent(entry(), '/data/a.log')).not.toContain('Weekday')
})

describe('Linux', () => {
  test('what systemd would replace is doubled, and what would end an argument is not its end', () => {
    expect(systemdArgument('100 % "x" $HOME \\')).toBe('"100 %% \\"x\\" $$HOME \\\\"')
    const { service, timer } = systemdUnits(entry({ weekday: 'wednesday', name: 'a\nExecStart=/bin/false' }))
    expect(service.match(/^ExecStart=/gm)).toHaveLength(1)
    expect(timer).toContain('OnCalendar=Wed *-*-* 08:05:00\nPersistent=true')
    expect(systemdUnits(entry()).timer).toContain('OnCalendar=*-*-* 08:05:00')
  })

  test.skipIf(process.platform === 'win32')('a line of crontab gives the program just these arguments', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-cron-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const program = join(folder, "it's a program.sh")
    writeFileSync(program, '#!/bin/sh\nfor one in "$@"; do printf "%s\\n" "[$one]"; done\n', { mode: 0o700 })
    const line = cronLine(entry({ command: [program, ...odd], weekday: 'friday' }))
    expect(line).toMatch(/^5 8 \* \* 5 '/)
    expect(line).not.toMatch(/(?<!\\)%/)
    // cron takes five fields, makes of \% a %, and gives the rest to the shell.
    const command = line.split(' ').slice(5).join(' ').replaceAll('\\%', '%')
    expect(spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' }).stdout).toBe(odd.map((one) => `[${one}]\n`).join(''))
  })
})
