import { execFile } from 'node:child_process'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { agentLabel, launchAgent } from './launch-agent.ts'
import { cronLine, cronMark, systemdUnits } from './linux-timer.ts'
import { entryId, type ScheduleEntry } from './schedule-entry.ts'
import { windowsTask } from './windows-task.ts'

/** The system that starts programs at their time. */
export interface ScheduleSystem {
  platform: NodeJS.Platform
  /** The person's own folder. */
  home: string
  /** The person's number; where a system has such. */
  userId: number
  run(tool: string, args: readonly string[], input?: string): Promise<ToolAnswer>
}

/** What a tool of the system said; `isDone` is false where it failed or is not there. */
export interface ToolAnswer {
  isDone: boolean
  printed: string
  complained: string
}

/** What is to be done for an entry, to be shown before it is. */
export interface ScheduleSteps {
  /** By whom it is started, in words. */
  by: string
  files: readonly { path: string; text: string; encoding: 'utf8' | 'utf16' }[]
  /** Tools to be called after the files were written, in this order. */
  add: readonly Step[]
  /** To be called before the files are removed. */
  remove: readonly Step[]
}

export interface Step {
  tool: string
  args: readonly string[]
  /** What the tool reads: what it prints when asked to list, changed. `none`: what it says where there is nothing to list. */
  edit?: { list: readonly string[]; none: RegExp; change(before: string): string }
}

export const thisSystem: ScheduleSystem = {
  platform: process.platform,
  home: homedir(),
  userId: Math.max(0, userInfo().uid),
  run: (tool, args, input) =>
    new Promise((resolve) => {
      const child = execFile(tool, [...args], { encoding: 'utf8', windowsHide: true }, (error, printed, complained) =>
        resolve({ isDone: error === null, printed, complained: complained === '' ? (error?.message ?? '') : complained }),
      )
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input ?? '')
    }),
}

/** How an entry is written for this system. `dataFolder`: where Rollcall may keep a file for it. */
export async function scheduleSteps(system: ScheduleSystem, entry: ScheduleEntry, dataFolder: string): Promise<ScheduleSteps> {
  const id = entryId(entry.name)
  switch (system.platform) {
    case 'win32': {
      const path = join(dataFolder, 'schedules', `${id}.xml`)
      const name = `Rollcall\\${id}`
      return {
        by: 'Task Scheduler',
        files: [{ path, text: windowsTask(entry), encoding: 'utf16' }],
        add: [{ tool: 'schtasks', args: ['/Create', '/TN', name, '/XML', path, '/F'] }],
        remove: [{ tool: 'schtasks', args: ['/Delete', '/TN', name, '/F'] }],
      }
    }
    case 'darwin': {
      const label = agentLabel(entry.name)
      const path = join(system.home, 'Library', 'LaunchAgents', `${label}.plist`)
      const text = launchAgent(entry, join(dataFolder, 'schedules', `${id}.log`))
      return {
        by: 'launchd',
        files: [{ path, text, encoding: 'utf8' }],
        add: [{ tool: 'launchctl', args: ['bootstrap', `gui/${system.userId}`, path] }],
        remove: [{ tool: 'launchctl', args: ['bootout', `gui/${system.userId}/${label}`] }],
      }
    }
    default:
      return (await system.run('systemctl', ['--user', 'show-environment'])).isDone ? byTimer(system, entry, id) : byCron(entry)
  }
}

function byTimer({ home }: ScheduleSystem, entry: ScheduleEntry, id: string): ScheduleSteps {
  const units = join(home, '.config', 'systemd', 'user')
  const { service, timer } = systemdUnits(entry)
  return {
    by: 'systemd',
    files: [
      { path: join(units, `${id}.service`), text: service, encoding: 'utf8' },
      { path: join(units, `${id}.timer`), text: timer, encoding: 'utf8' },
    ],
    add: [
      { tool: 'systemctl', args: ['--user', 'daemon-reload'] },
      { tool: 'systemctl', args: ['--user', 'enable', '--now', `${id}.timer`] },
    ],
    remove: [{ tool: 'systemctl', args: ['--user', 'disable', '--now', `${id}.timer`] }],
  }
}

function byCron(entry: ScheduleEntry): ScheduleSteps {
  const others = (before: string) => before.split('\n').filter((line) => line !== '' && !line.endsWith(cronMark(entry.name)))
  const changed = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
  const edit = (change: (before: string) => string): Step => ({
    tool: 'crontab',
    args: ['-'],
    edit: { list: ['-l'], none: /no crontab/i, change },
  })
  return {
    by: 'cron',
    files: [],
    add: [edit((before) => changed([...others(before), cronLine(entry)]))],
    remove: [edit((before) => changed(others(before)))],
  }
}
