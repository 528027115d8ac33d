const serial = /^\s*(\d{5})(?:[.,](\d{1,12}))?\s*$/
const dayMs = 86_400_000
/** Day 0 of a spreadsheet's calendar; right for every day after February 1900. */
const dayZeroMs = Date.UTC(1899, 11, 30)
const lastDay = 73_050

/** Whether a text may be a day (and time) as a spreadsheet counts them: from May 1927 to the end of 2099. */
export function isSerialDate(text: string): boolean {
  const found = serial.exec(text)
  return found !== null && Number(found[1]) >= 10_000 && Number(found[1]) <= lastDay
}

/** `44562` is `2022-01-01`, `44562.5` is `2022-01-01 12:00`; any other text stays. */
export function repairSerialDate(text: string): string {
  if (!isSerialDate(text)) return text
  const [, day = '', part] = serial.exec(text) ?? []
  const seconds = Math.round(Number(`0.${part ?? '0'}`) * 86_400)
  const time = new Date(dayZeroMs + Number(day) * dayMs + seconds * 1000).toISOString()
  if (part === undefined || seconds % 86_400 === 0) return time.slice(0, 10)
  return `${time.slice(0, 10)} ${time.slice(11, time.endsWith(':00.000Z') ? 16 : 19)}`
}
