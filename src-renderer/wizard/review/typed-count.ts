/** A whole number as a person types it, with or without separators; null for anything else. */
export function typedCount(text: string): number | null {
  const digits = text.trim().replace(/(?<=\d)[\s.,'’](?=\d{3}(\D|$))/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}
