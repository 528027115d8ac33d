import { isSameText } from '../model/same-text.ts'

/** What a service makes of the texts of a field. `cutAt`: after how many characters it cuts them; null where it does not. */
export interface TextRule {
  cutAt: number | null
  escapes: boolean
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#039': "'",
  '#x27': "'",
}
const entity = /&(amp|lt|gt|quot|apos|#0?39|#x27);/gi

/** Whether a text is stored with `&`, `<`, `>` or quotes as entities of HTML, and otherwise as it was asked for. */
export function isEscaped(asked: string, stored: string): boolean {
  if (isSameText(asked, stored)) return false
  const read = stored.replaceAll(entity, (_, name: string) => entities[name.toLowerCase()] ?? '')
  return isSameText(asked, read)
}

/** Whether a text is stored as the rule says, or just as it was asked for. */
export function isStoredBy({ cutAt, escapes }: TextRule, asked: string, stored: string): boolean {
  if (isSameText(asked, stored)) return true
  if (escapes && isEscaped(asked, stored)) return true
  if (cutAt === null || stored.trim() === '') return false
  return isSameText(asked.slice(0, cutAt), stored) || isSameText([...asked].slice(0, cutAt).join(''), stored)
}
