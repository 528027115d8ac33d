import { InvalidArgumentError } from 'commander'

/** Reads a port for an option: 0 to 65535, 0 for any free one. */
export function portNumber(text: string): number {
  const port = wholeNumber(text)
  if (port > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return port
}

/** Reads a whole number, not negative, for an option. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
