import { containsPattern, searchPatterns } from '../contacts/search-text.ts'

/** In SQL, whether a row of a plan fits `rowSearch`: by its contact, its number, or a value that it changes. */
export const fitsSearch = `(@name IS NULL OR phone LIKE @phone ESCAPE '\\' OR contact_uuid IN
      (SELECT uuid FROM contacts WHERE name_key LIKE @name ESCAPE '\\' OR phone LIKE @phone ESCAPE '\\')
      OR contact_id IN (SELECT id FROM contacts WHERE name_key LIKE @name ESCAPE '\\' OR phone LIKE @phone ESCAPE '\\')
      OR ((detail LIKE @inDetail ESCAPE '\\' OR detail LIKE @nameInDetail ESCAPE '\\') AND EXISTS (SELECT 1 FROM json_tree(detail)
        WHERE type = 'text' AND (atom LIKE @text ESCAPE '\\' OR atom LIKE @nameText ESCAPE '\\')
          AND (key IN ('before', 'after', 'value', 'body') OR path LIKE '%.before' OR path LIKE '%.after'))))`

/** What a person typed into a search box, as `fitsSearch` takes it; an empty text fits all rows. */
export function rowSearch(search: string): Record<'name' | 'phone' | 'text' | 'inDetail' | 'nameText' | 'nameInDetail', string | null> {
  const text = search.trim()
  return { ...(text === '' ? { name: null, phone: null } : searchPatterns(text)), ...valuePatterns(text) }
}

/**
 * Patterns for a row's values. These are found in the stored JSON first and then looked at one by one: property names are no
 * values. SQLite knows capital and small letters of ASCII alone, so that other text is looked for as a name, too.
 */
function valuePatterns(text: string): Record<'text' | 'inDetail' | 'nameText' | 'nameInDetail', string | null> {
  const inJson = (value: string): string => containsPattern(JSON.stringify(value).slice(1, -1))
  const name = /^[\x00-\x7F]*$/.test(text)
    ? null
    : text.toLowerCase().replace(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
  return {
    text: containsPattern(text),
    inDetail: inJson(text),
    nameText: name && containsPattern(name),
    nameInDetail: name && inJson(name),
  }
}
