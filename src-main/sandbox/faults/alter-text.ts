import type { FaultHits } from './fault-plan.ts'
import type { Fault } from './fault-spec.ts'

export type AlterableField = 'body' | 'name' | 'notes' | 'custom_fields'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const wordsOfItsOwn = 'free+win'

/** A short address, always the same for the same long one. */
function shortLink(link: string): string {
  let code = 7
  for (const letter of link) code = (Math.imul(code, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return `https://sho.rt/${code.toString(36)}`
}

function maskWords(text: string, words: string): string {
  let masked = text
  for (const word of words.split('+')) {
    const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    masked = masked.replaceAll(new RegExp(escaped, 'giu'), (found) => '*'.repeat([...found].length))
  }
  return masked
}

const truncate = (text: string, characters: number) => [...text].slice(0, characters).join('')

type TextFault = 'html-escape' | 'shorten-links' | 'mask-words' | 'truncate' | 'trim' | 'unicode'

/** In this order, whatever the order of the spec: what is cut last keeps its length. */
const alterations: Record<TextFault, (text: string, fault: Fault) => string> = {
  trim: (text) => text.trim(),
  unicode: (text, fault) => text.normalize((fault.choice ?? 'nfc').toUpperCase()),
  'shorten-links': (text) => text.replaceAll(/https?:\/\/[^\s<>"]+/g, shortLink),
  'mask-words': (text, fault) => maskWords(text, fault.choice ?? wordsOfItsOwn),
  'html-escape': (text) => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter),
  truncate: (text, fault) => truncate(text, fault.amount ?? 0),
}

/** A text as stored by a service that alters what it gets. */
export function alterText(text: string, field: AlterableField, hits: FaultHits): string {
  let altered = text
  for (const [kind, alter] of Object.entries(alterations) as [TextFault, (text: string, fault: Fault) => string][]) {
    for (const fault of hits.all(kind)) if (!fault.fields || fault.fields.includes(field)) altered = alter(altered, fault)
  }
  return altered
}
