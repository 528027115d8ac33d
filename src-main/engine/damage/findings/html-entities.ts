const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const entity = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{2,5})|#x([0-9a-f]{2,4}));/gi

/** A text with the signs in place of their codes. */
export function withoutEntities(text: string): string {
  return text.replace(entity, (_code, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? ''
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code === 160 ? ' ' : String.fromCodePoint(code)
  })
}
