import { boundedMemo } from '../../text/bounded-memo.ts'
import { bareText } from '../../text/cell-text.ts'

const anySeparator = /:::|[,;|\n]/
const quotedItem = /\s*"((?:[^"]|"")*)"/y
const linkSeparator = /\s*(?:[,;|]\s*(?=https?:)|[\s|]|[,;]\s)\s*/i

/**
 * The items of a list in one cell, trimmed, blank ones left out. Without `separator` any of comma, semicolon, pipe, line
 * end and Google's ` ::: ` separates. Items in double quotes (Mailchimp's `"a","b"`) may contain what separates.
 */
export function splitList(text: string, separator?: string): string[] {
  const between = separator === undefined ? anySeparator : separatorOf(separator)
  return kept((text.includes('"') ? splitQuoted(text, between) : null) ?? text.split(between))
}

const separatorOf = boundedMemo(
  100,
  (separator) => new RegExp((separator.trim() === '' ? separator : separator.trim()).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')),
)

/** Splits items of which some are in double quotes; null if the quotes do not enclose whole items. */
function splitQuoted(text: string, between: RegExp): string[] | null {
  const separator = new RegExp(between, 'g')
  const items: string[] = []
  let position = 0
  while (position < text.length) {
    quotedItem.lastIndex = position
    const quoted = quotedItem.exec(text)
    const start = position + (quoted?.[0].length ?? 0)
    separator.lastIndex = start
    const end = separator.exec(text)
    const rest = text.slice(start, end?.index)
    if (quoted === null ? rest.includes('"') : rest.trim() !== '') return null
    items.push(quoted === null ? rest : (quoted[1] ?? '').replaceAll('""', '"'))
    position = end === null ? text.length : separator.lastIndex
  }
  return items
}

/**
 * Tags as the service takes them: spaces as underscores, each once (case matters), in the cell's order. Google's system
 * labels start with `* `: `* myContacts` is on every contact and left out, of the others the mark goes, unless the service itself
 * has shown them (`areExported`). A tag with a comma cannot be written (section Endpoints, PUT /api/customer, `tags`): it is in
 * `impossible` instead.
 */
export function toTags(items: readonly string[], areExported = false): { tags: string[]; impossible: string[] } {
  const tags = new Set<string>()
  const impossible: string[] = []
  for (const item of items) {
    const label = bareText(item)
    if (label === '* myContacts' && !areExported) continue
    const tag = (areExported ? item : label.replace(/^\* /, '')).trim().replace(/\s+/g, '_')
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

/** The usual case: clearly a web address. */
const plainWebAddress = /^https?:\/\/(?:(?!xn--)[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?:[/?#][!-~]*)?$/i

/** Whether a text is a whole http or https address. */
export function isWebAddress(text: string): boolean {
  if (plainWebAddress.test(text)) return true
  if (!/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text)) return false
  const host = URL.parse(text)?.hostname
  // Two addresses side by side, or one that lost a part.
  return host !== undefined && !/[,;]|^\.|\.\./.test(host)
}

function kept(items: string[]): string[] {
  return items.map((item) => item.trim()).filter((item) => item !== '')
}
