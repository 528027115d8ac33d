import { EMAIL } from './cell-shape.ts'

const filler = /^(\d)\1{6,}$|^1234567(?:89?0?)?$|^1?\d{3}55501\d\d$/
const testAddress = /^(?:(?:no|none|na|n\/a|test|tests|testing|fake|noemail|no-?e?mail|unknown|asdf|xxx?|aaa?|abc)\d{0,3}@.*|.*@(?:test|none|noemail|nomail|example|fake|no|na|xxx|unknown|asdf|invalid)\.[a-z]{2,3})$/i

/** Whether a phone number or an address was only typed to fill its field, or comes from a test. */
export function isPlaceholder(text: string, shape: number): boolean {
  if (shape === EMAIL) return testAddress.test(text.trim())
  return text.length <= 20 && filler.test(text.replace(/\D/g, ''))
}
