import type { NumberFormat } from './number-format.ts'

const dayMs = 86_400_000
const epoch1900 = Date.UTC(1899, 11, 30)
/** 1904 dates are as many days ahead. */
const days1904 = 1462
const lastDay = 2_958_465

/** Columns of dates have the same few thousand over and over. */
const knownDays = new Map<number, string>()
const mostKnownDays = 10_000

type DateKind = Exclude<NumberFormat['kind'], 'plain' | 'mask' | 'duration'>

/**
 * A date or time as ISO 8601 writes it, with a space between them and the seconds only when there are any, or null for a number
 * that is none: below zero, or beyond the year 9999.
 */
export function serialDate(serial: number, kind: DateKind, is1904: boolean): string | null {
  const days = is1904 ? serial + days1904 : serial
  if (!(serial >= 0) || days >= lastDay + 1) return null
  const totalMs = Math.round(days * dayMs)
  const seconds = Math.round(totalMs / 1000) % 86_400
  switch (kind === 'either' ? likeliestKind(totalMs) : kind) {
    case 'time':
      return clock(seconds)
    case 'date':
      // What the cell shows: the day in which the moment lies, not the nearest.
      return day(Math.floor(totalMs / dayMs), is1904)
    default: {
      const date = day(Math.floor(Math.round(totalMs / 1000) / 86_400), is1904)
      return date === null ? null : `${date} ${clock(seconds)}`
    }
  }
}

/** Hours that may be more than a day's, as `36:15:00`. */
export function duration(days: number, hasSeconds: boolean): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const rest = seconds % 60
  const tail = hasSeconds || rest > 0 ? `:${two(rest)}` : ''
  return `${days < 0 && seconds > 0 ? '-' : ''}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${tail}`
}

function likeliestKind(totalMs: number): 'time' | 'date' | 'dateTime' {
  if (totalMs < dayMs) return 'time'
  return totalMs % dayMs === 0 ? 'date' : 'dateTime'
}

/** Excel counts a 29 February 1900 that never was: days before it are one ahead. Day 0 is no day. */
function day(days: number, is1904: boolean): string | null {
  if (!is1904 && days < 1) return null
  const shifted = !is1904 && days < 60 ? days + 1 : days
  let text = knownDays.get(shifted)
  if (text === undefined) {
    text = new Date(epoch1900 + shifted * dayMs).toISOString().slice(0, 10)
    if (knownDays.size >= mostKnownDays) knownDays.clear()
    knownDays.set(shifted, text)
  }
  return text
}

function clock(seconds: number): string {
  const rest = seconds % 60
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${two(rest)}`}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
