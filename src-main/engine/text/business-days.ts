/**
 * The day, so many business days (Monday to Friday) after another one. In the United States its federal holidays are none either;
 * those of other countries are not known, so that the day there is rather too early.
 */
export function businessDaysAfter(dayMs: number, days: number, country: string | null = null): Date {
  const day = new Date(dayMs)
  for (let left = days; left > 0;) {
    day.setDate(day.getDate() + 1)
    if (isWeekday(day) && !(country === 'US' && isFederalHoliday(day))) left -= 1
  }
  return day
}

function isWeekday(day: Date): boolean {
  return day.getDay() !== 0 && day.getDay() !== 6
}

/** By month, from 0, and day. */
const fixed = [
  [0, 1],
  [5, 19],
  [6, 4],
  [10, 11],
  [11, 25],
] as const
/** By month, weekday and which of them: the last one is -1. */
const floating = [
  [0, 1, 3],
  [1, 1, 3],
  [4, 1, -1],
  [8, 1, 1],
  [9, 1, 2],
  [10, 4, 4],
] as const

/** Whether federal offices of the United States are closed on a weekday: a holiday on a Saturday is kept on the Friday before, one on a Sunday on Monday. */
function isFederalHoliday(day: Date): boolean {
  const at = (days: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
  const isFixed = (one: Date) => fixed.some(([month, date]) => one.getMonth() === month && one.getDate() === date)
  if (isFixed(day) || (day.getDay() === 5 && isFixed(at(1))) || (day.getDay() === 1 && isFixed(at(-1)))) return true
  return floating.some(([month, weekday, which]) => {
    if (day.getMonth() !== month || day.getDay() !== weekday) return false
    return which === -1 ? at(7).getMonth() !== month : Math.ceil(day.getDate() / 7) === which
  })
}

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** A day on this computer's calendar, such as December 7, 2026. */
export function longDay(day: Date): string {
  return dayText.format(day)
}
