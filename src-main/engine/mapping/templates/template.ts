/** A piece of a template: text as it is, or the place of a column's cell. */
export type TemplatePart = { text: string } | { column: string }

/** `at`: the character (from 1) of the braces that are wrong. */
export type TemplateReading = { parts: TemplatePart[]; fault: null } | { parts: null; fault: 'unclosed' | 'unnamed'; at: number }

/** In the text of a message the row's time in words, instead of a column. */
export const sentAtPlace = 'sentAt'

/**
 * Reads a template such as `[{{sentAt}}] {{Message}}`. A column's name stands between two braces, spaces around it do not
 * count; it cannot begin with a brace nor have `}}` in it. `{{{{` is the text `{{`. All else is text, single braces and
 * `}}` too.
 */
export function readTemplate(template: string): TemplateReading {
  const parts: TemplatePart[] = []
  let text = ''
  let position = 0
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', position)) {
    text += template.slice(position, open)
    if (template.startsWith('{{{', open)) {
      // Four are the escape; of three the first is text.
      const isEscape = template.startsWith('{{{{', open)
      text += isEscape ? '{{' : '{'
      position = open + (isEscape ? 4 : 1)
      continue
    }
    const close = template.indexOf('}}', open + 2)
    if (close === -1) return { parts: null, fault: 'unclosed', at: open + 1 }
    const column = template.slice(open + 2, close).trim()
    if (column === '') return { parts: null, fault: 'unnamed', at: open + 1 }
    if (text !== '') parts.push({ text })
    parts.push({ column })
    text = ''
    position = close + 2
  }
  text += template.slice(position)
  if (text !== '') parts.push({ text })
  return { parts, fault: null }
}

/** The template that `readTemplate` reads as these parts. */
export function writeTemplate(parts: readonly TemplatePart[]): string {
  return parts.map((part) => ('text' in part ? part.text.replaceAll('{{', '{{{{') : `{{${part.column}}}`)).join('')
}

/** The text of a template with each column's place filled in. Takes time in proportion to the text. */
export function fillTemplate(parts: readonly TemplatePart[], cellOf: (column: string) => string): string {
  let text = ''
  for (const part of parts) text += 'text' in part ? part.text : cellOf(part.column)
  return text
}

/** Every column that a template names, each once, as it is written there. */
export function templateColumns(parts: readonly TemplatePart[]): string[] {
  return [...new Set(parts.flatMap((part) => ('column' in part ? [part.column] : [])))]
}

/** The columns of a rule's template that the file must have: `{{sentAt}}` in a message's text is none. Empty for no template. */
export function columnsOfTemplate(rule: { to: string; template?: string | undefined }): string[] {
  const parts = rule.template === undefined ? null : readTemplate(rule.template).parts
  return templateColumns(parts ?? []).filter((column) => !isTimePlace(rule.to, column))
}

/** Whether a place of a template is filled with the row's time. */
export function isTimePlace(to: string, column: string): boolean {
  return to === 'body' && column === sentAtPlace
}
