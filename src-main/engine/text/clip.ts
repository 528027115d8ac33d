/** Shortens a text to `length` characters and an ellipsis, never within a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.charCodeAt(length - 1)
  return `${text.slice(0, end >= 0xd800 && end <= 0xdbff ? length - 1 : length)}…`
}
