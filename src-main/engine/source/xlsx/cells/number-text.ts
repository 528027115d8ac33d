import type { NumberFormat } from './number-format.ts'
import { plainNumber } from './plain-number.ts'
import { duration, serialDate } from './excel-date.ts'

/** A number of a workbook as text: what the cell shows where that is a date or a pattern, else the plain number. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  if (format.kind === 'plain') return plainNumber(raw)
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  switch (format.kind) {
    case 'mask':
      return Number.isSafeInteger(value) && value >= 0 ? format.show(value) : plainNumber(raw)
    case 'duration':
      return duration(value, format.hasSeconds)
    default:
      return serialDate(value, format.kind, is1904) ?? plainNumber(raw)
  }
}

/** A date as strict workbooks write it (`2024-03-12T14:05:00`), the way numbers with date formats are written. */
export function isoDateText(raw: string, format: NumberFormat): string {
  const match = /^(?:(\d{4}-\d\d-\d\d))?T?(?:(\d\d:\d\d)(?::(\d\d))?(?:\.\d+)?)?Z?$/.exec(raw.trim())
  if (!match) return raw
  const [, date, minutes, seconds = '00'] = match
  const time = minutes === undefined ? null : seconds === '00' ? minutes : `${minutes}:${seconds}`
  if (date === undefined || time === null) return date ?? time ?? raw
  if (format.kind === 'time' || (format.kind === 'either' && date < '1900-01-01')) return time
  return format.kind === 'date' || (format.kind !== 'dateTime' && time === '00:00') ? date : `${date} ${time}`
}
