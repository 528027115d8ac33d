const escape = /_x([0-9A-Fa-f]{4})_/g

/** The text that a workbook writes with `_x000D_` for what XML cannot hold; `_x005F_` stands for an underscore. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(escape, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
