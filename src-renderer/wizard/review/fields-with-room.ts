const widths: Partial<Record<string, number>> = { name: 165, email: 190, consent: 110 }

/** What a column of the field needs at least, in pixels, so that an everyday value is not cut. */
export const widthOf = (field: string): number => widths[field] ?? 150

/** Left out first where there is little room, from the right; all others stay before them. */
const leastOfAll = ['tags', 'archived', 'blocked', 'unreachable']

/** The fields that have room in a list, in their order; at least one. The panel beside the list has all. */
export function fieldsWithRoom<Field extends { field: string }>(fields: readonly Field[], room: number): Field[] {
  const rank = ({ field }: Field) => leastOfAll.indexOf(field)
  const kept = new Set<Field>()
  let left = room
  for (const one of [...fields].sort((a, b) => rank(a) - rank(b) || fields.indexOf(a) - fields.indexOf(b))) {
    const width = widthOf(one.field)
    if (width > left && kept.size > 0) continue
    kept.add(one)
    left -= width
  }
  return fields.filter((one) => kept.has(one))
}
