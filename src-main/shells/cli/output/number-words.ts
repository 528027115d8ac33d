const numbers = new Intl.NumberFormat('en-US')

/** `1 row`, `2,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`
}

export function number(count: number): string {
  return numbers.format(count)
}

/** `40 s`, `3 min`, `2 h 5 min`: rounded up, for people. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Lines of a number and its label, the numbers aligned at their ends. */
export function aligned(lines: readonly { count: number; label: string }[]): string {
  const width = Math.max(...lines.map(({ count }) => number(count).length))
  return lines.map(({ count, label }) => `  ${number(count).padStart(width)}  ${label}`).join('\n')
}

export function isoTime(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString()
}
