const numbers = new Intl.NumberFormat('en-US')

/** A number as English writes it: 1,234. */
export function number(count: number): string {
  return numbers.format(count)
}

/** A number with its noun: "1 contact", "1,234 contacts". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}
