import { bareText } from './cell-text.ts'

const anySeparator = /\s*(?::::|[,;|\n])\s*/
const quotedList = /^\s*"(?:[^"]|"")*"\s*(?:(?::::|[,;|\n])\s*(?:"(?:[^"]|"")*"|[^",;|\n]*)\s*)*$/
const quotedItem = /"((?:[^"]|"")*)"|([^",;|\n]+)/g
const linkSeparator = /\s*(?:[,;|]\s*(?=https?:)|[\s|]|[,;]\s)\s*/i

/**
 * The items of a list in one cell, trimmed, blank ones left out. Without `separator` any of comma, semicolon, pipe, line
 * end and Google's ` ::: ` separates, and items in double quotes (Mailchimp's `"a","b"`) may contain them.
 */
export function splitList(text: string, separator?: string): string[] {
  if (separator !== undefined) return kept(text.split(separator.trim() === '' ? separator : separator.trim()))
  if (!quotedList.test(text)) return kept(text.split(anySeparator))
  return kept([...text.matchAll(quotedItem)].map((item) => item[1]?.replaceAll('""', '"') ?? item[2]?.replace(/^\s*:::/, '') ?? ''))
}

/**
 * Tags as the service takes them: spaces as underscores, each once (case matters), in the cell's order. Google's system
 * labels start with `* `: `* myContacts` is on every contact and left out, of the others the mark goes. A tag with a comma
 * cannot be written (section Endpoints, PUT /api/customer, `tags`): it is in `impossible` instead.
 */
export function toTags(items: readonly string[]): { tags: string[]; impossible: string[] } {
  const tags = new Set<string>()
  const impossible: string[] = []
  for (const item of items) {
    const label = bareText(item)
    if (label === '* myContacts') continue
    const tag = label.replace(/^\* /, '').trim().replace(/\s+/g, '_')
    if (tag === '') continue
    if (tag.includes(',')) impossible.push(label)
    else tags.add(tag)
  }
  return { tags: [...tags], impossible }
}

/** Web addresses of a list in one cell; commas and semicolons inside an address stay. */
export function splitLinks(text: string, separator?: string): string[] {
  return separator === undefined ? kept(text.split(linkSeparator)) : splitList(text, separator)
}

/** Beyond doubt a web address, the usual case. */
const plainWebAddress = /^https?:\/\/(?:(?!xn--)[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?:[/?#][!-~]*)?$/i

/** Whether a text is a whole http or https address. */
export function isWebAddress(text: string): boolean {
  if (plainWebAddress.test(text)) return true
  if (!/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text)
}

function kept(items: string[]): string[] {
  return items.map((item) => item.trim()).filter((item) => item !== '')
}
