import { entryId, type ScheduleEntry, weekdays, xmlText } from './schedule-entry.ts'

/** The label of an entry of macOS' launchd. */
export const agentLabel = (name: string): string => `com.rollcall.schedule.${entryId(name)}`

/** A launch agent of macOS: for the person who adds it, while they are signed in. `logPath`: where what it says goes. */
export function launchAgent({ name, command, hour, minute, weekday, dayOfMonth }: ScheduleEntry, logPath: string): string {
  const text = (value: string) => `<string>${xmlText(value)}</string>`
  const whole = (key: string, value: number) => `    <key>${key}</key><integer>${value}</integer>`
  const times = [
    whole('Hour', hour),
    whole('Minute', minute),
    ...(weekday === null ? [] : [whole('Weekday', weekdays.indexOf(weekday))]),
    ...(dayOfMonth === null ? [] : [whole('Day', dayOfMonth)]),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(agentLabel(name))}
  <key>ProgramArguments</key>
  <array>
${command.map((one) => `    ${text(one)}`).join('\n')}
  </array>
  <key>StartCalendarInterval</key>
  <dict>
${times.join('\n')}
  </dict>
  <key>ProcessType</key>${text('Background')}
  <key>StandardOutPath</key>${text(logPath)}
  <key>StandardErrorPath</key>${text(logPath)}
</dict>
</plist>
`
}
