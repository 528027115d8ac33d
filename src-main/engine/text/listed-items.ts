/** The items of a list that commas separate, as they stand in the cell; one in quotation marks may contain commas. */
const item = /\s*(?:"(?:[^"]|"")*"[^,]*|[^,]+)/g

/** The list with one more item at its end; the same text where that is in it. */
export function withItem(list: string, added: string): string {
  const wanted = keyOf(added)
  if (wanted === '' || itemsOf(list).some((one) => keyOf(one) === wanted)) return list
  const written = /[",]/.test(added) ? `"${added.trim().replaceAll('"', '""')}"` : added.trim()
  return list.trim() === '' ? written : `${list.trimEnd()}, ${written}`
}

/** The list without an item; the same text where that is not in it. */
export function withoutItem(list: string, removed: string): string {
  const wanted = keyOf(removed)
  const items = itemsOf(list)
  const kept = items.filter((one) => keyOf(one) !== wanted)
  return kept.length === items.length ? list : kept.map((one) => one.trim()).join(', ')
}

/** What of two lists is in one of them alone, as it stands there. */
export function itemChanges(before: string, after: string): { added: string[]; removed: string[] } {
  const [old, now] = [itemsOf(before), itemsOf(after)]
  const [oldKeys, nowKeys] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))]
  return { added: now.filter((one) => !oldKeys.has(keyOf(one))), removed: old.filter((one) => !nowKeys.has(keyOf(one))) }
}

function itemsOf(list: string): string[] {
  return (list.match(item) ?? []).filter((one) => keyOf(one) !== '')
}

/** By what two items are the same: tags have underscores where people type spaces, and their case matters. */
function keyOf(text: string): string {
  const bare = text.trim()
  const unquoted = /^"(.*)"$/s.exec(bare)?.[1]?.replaceAll('""', '"') ?? bare
  return unquoted.normalize('NFC').trim().replace(/\s+/g, '_')
}
