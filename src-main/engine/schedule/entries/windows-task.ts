import { type ScheduleEntry, two, xmlText } from './schedule-entry.ts'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
  .map((month) => `<${month}/>`)
  .join('')

/** An entry of Windows' Task Scheduler, as `schtasks /Create /XML` reads it: for the person who adds it, with their own rights, while they are signed in. */
export function windowsTask({ name, command, hour, minute, weekday, dayOfMonth }: ScheduleEntry): string {
  const [program = '', ...args] = command
  const day =
    dayOfMonth !== null
      ? `<ScheduleByMonth><DaysOfMonth><Day>${dayOfMonth}</Day></DaysOfMonth><Months>${months}</Months></ScheduleByMonth>`
      : weekday === null
        ? '<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>'
        : `<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek><${weekday[0]?.toUpperCase()}${weekday.slice(1)}/></DaysOfWeek></ScheduleByWeek>`
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>${xmlText(`Rollcall: ${name}`)}</Description></RegistrationInfo>
  <Triggers>
    <CalendarTrigger>
      <StartBoundary>2026-01-01T${two(hour)}:${two(minute)}:00</StartBoundary>
      <Enabled>true</Enabled>
      ${day}
    </CalendarTrigger>
  </Triggers>
  <Principals><Principal id="Author"><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xmlText(program)}</Command>
      <Arguments>${xmlText(args.map(windowsArgument).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/** An argument as programs of Windows read their command line: backslashes count only before a quotation mark. */
export function windowsArgument(text: string): string {
  if (text !== '' && !/[\s"]/.test(text)) return text
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}
