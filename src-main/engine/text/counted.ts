const numbers = new Intl.NumberFormat('en-US')

/** Formats a number the English way: 1,234. */
export function number(count: number): string {
  return numbers.format(count)
}

/** A number and its noun: "1 contact", "1,234 contacts". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}
