/** Markup that may be put into a page as it is: everything else is text, and escaped. */
export interface Html {
  readonly markup: string
}

type Part = string | number | Html | readonly Html[]

/** Markup with texts in it, which can never become markup themselves, inside of attributes neither. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.reduce((markup, text, at) => `${markup}${at === 0 ? '' : markupOf(parts[at - 1] ?? '')}${text}`, '') }
}

function markupOf(part: Part): string {
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  if ('markup' in part) return part.markup
  return part.map(({ markup }) => markup).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Control characters, of which a page may have few, are shown as what they are not. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '').replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '\uFFFD')
}
