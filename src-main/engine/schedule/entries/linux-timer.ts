import { type ScheduleEntry, two, weekdays } from './schedule-entry.ts'

/** The two units of systemd that an entry is. */
export function systemdUnits({ name, command, hour, minute, weekday, dayOfMonth }: ScheduleEntry): { service: string; timer: string } {
  const day = weekday === null ? '' : `${weekday[0]?.toUpperCase()}${weekday.slice(1, 3)} `
  const description = `Description=${oneLine(`Rollcall: ${name}`).replaceAll('%', '%%')}`
  return {
    service: `[Unit]\n${description}\n\n[Service]\nType=oneshot\nExecStart=${command.map(systemdArgument).join(' ')}\n`,
    timer: `[Unit]\n${description}\n\n[Timer]\nOnCalendar=${day}*-*-${dayOfMonth === null ? '*' : two(dayOfMonth)} ${two(hour)}:${two(minute)}:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n`,
  }
}

/** An argument of `ExecStart`: quoted, with what systemd would replace doubled. */
export function systemdArgument(text: string): string {
  const signs: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t', $: '$$', '%': '%%' }
  return `"${text.replace(/["\\\n\t$%]/g, (sign) => signs[sign] ?? sign)}"`
}

/** A line of crontab, with a mark by which it is found again. */
export function cronLine({ name, command, hour, minute, weekday, dayOfMonth }: ScheduleEntry): string {
  const day = weekday === null ? '*' : weekdays.indexOf(weekday)
  // In crontab % is a line end, wherever it stands.
  const words = command.map((one) => `'${one.replaceAll("'", `'\\''`)}'`).join(' ')
  return `${minute} ${hour} ${dayOfMonth ?? '*'} * ${day} ${oneLine(words).replaceAll('%', '\\%')} ${cronMark(name)}`
}

export const cronMark = (name: string): string => `# rollcall: ${oneLine(name).replaceAll('%', '')}`

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
