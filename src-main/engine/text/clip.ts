/** A text that is longer than `length` cut there, never within a surrogate pair, with an ellipsis. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.charCodeAt(length - 1)
  return `${text.slice(0, end >= 0xd800 && end <= 0xdbff ? length - 1 : length)}…`
}
