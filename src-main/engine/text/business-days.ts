/** The day, so many business days (Monday to Friday) after another one; holidays are not known, so that it is rather too early. */
export function businessDaysAfter(dayMs: number, days: number): Date {
  const day = new Date(dayMs)
  for (let left = days; left > 0;) {
    day.setDate(day.getDate() + 1)
    if (day.getDay() !== 0 && day.getDay() !== 6) left -= 1
  }
  return day
}

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** A day on this computer's calendar, such as December 7, 2026. */
export function longDay(day: Date): string {
  return dayText.format(day)
}
