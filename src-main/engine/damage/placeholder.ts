import { EMAIL } from './cell-shape.ts'

const filler = /^(?:(\d)\1{6,}|1234567(?:89?0?)?|1?\d{3}55501\d\d)$/
const fillerName = /^(?:no|none|na|n\/a|test|tests|testing|fake|no-?e?mail|unknown|asdf|xxx?|aaa?|abc)\d{0,3}$/i
const fillerHost = /^(?:test|none|noemail|nomail|example|fake|no|na|xxx|unknown|asdf|invalid)\.[a-z]{2,3}$/i
const longestName = 10
const longestHost = 11

/** Whether a phone number or an address was only typed to fill its field, or comes from a test. */
export function isPlaceholder(text: string, shape: number): boolean {
  if (shape !== EMAIL) return text.length <= 20 && mayRepeat(text) && filler.test(text.replace(/\D/g, ''))
  const at = text.indexOf('@')
  return (
    (at <= longestName && fillerName.test(text.slice(0, at))) ||
    (text.length - at - 1 <= longestHost && fillerHost.test(text.slice(at + 1)))
  )
}

/** Cheaper than looking at all digits: the last three are the same, or those of a made-up number. */
function mayRepeat(text: string): boolean {
  const end = text.length
  const last = text.charCodeAt(end - 1)
  return (
    (last === text.charCodeAt(end - 2) && last === text.charCodeAt(end - 3)) ||
    text.endsWith('789') ||
    text.endsWith('7890') ||
    text.endsWith('567') ||
    text.endsWith('678') ||
    text.charCodeAt(end - 4) === 48
  )
}
