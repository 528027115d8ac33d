import type { FieldRule, ValueCounts } from '../../../../src-main/engine/contract.ts'

export interface ListedValue {
  text: string
  /** In the whole file; null while that is not known. */
  rows: number | null
  suggestion: ValueCounts['values'][number]['suggestion']
}

/** How the engine tells values apart: case and spaces do not count. */
export function valueKey(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** What a map says of a value; undefined where it says nothing. */
export function meaningOf(values: FieldRule['values'], text: string): string | number | boolean | null | undefined {
  const key = Object.keys(values ?? {}).find((each) => valueKey(each) === valueKey(text))
  return key === undefined ? undefined : values?.[key]
}

/** The map with another meaning of a value; undefined takes the value out. */
export function withMeaning(
  values: FieldRule['values'],
  text: string,
  meaning: string | boolean | null | undefined,
): NonNullable<FieldRule['values']> {
  const others = Object.entries(values ?? {}).filter(([key]) => valueKey(key) !== valueKey(text))
  return Object.fromEntries(meaning === undefined ? others : [...others, [text, meaning]])
}

/** The values of a file and of a map: those without a meaning first, then the most frequent; what is not in the file last. */
export function listValues(values: FieldRule['values'], counts: ValueCounts | null): ListedValue[] {
  const found = counts?.values ?? []
  const keys = new Set(found.map(({ text }) => valueKey(text)))
  const isOpen = ({ text }: { text: string }) => meaningOf(values, text) === undefined
  const missing = Object.keys(values ?? {}).filter((text) => text !== '' && !keys.has(valueKey(text)))
  return [
    ...found.filter(isOpen),
    ...found.filter((value) => !isOpen(value)),
    ...missing.map((text) => ({ text, rows: counts === null || counts.hasMore ? null : 0, suggestion: null })),
  ]
}
