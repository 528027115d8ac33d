/** A token as it can be sent: trimmed, visible ASCII only. Null when there is none. */
export function usableToken(token: string | null): string | null {
  const trimmed = token?.trim() ?? ''
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed : null
}
