type Format = (number: string) => readonly string[]

/** How numbers of all countries are written; null until one is to be shown that is not of North America. */
let format = $state.raw<Format | null>(null)
let isAsked = false
const northAmerica = /^(\+1)(\d{3})(\d{3})(\d{4})$/
const phone = /\+[1-9]\d{7,14}(?!\d)/g

/**
 * The groups of digits in which people read an international number: +1, 212, 555, 0104. Put together they are the number. A number
 * of another continent comes in one piece until the rules of all countries have been loaded; that is told reactively.
 */
export function phoneGroups(number: string): readonly string[] {
  const parts = northAmerica.exec(number)
  if (parts !== null) return parts.slice(1)
  if (format !== null) return format(number)
  if (!isAsked) void load()
  return [number]
}

/** A text in pieces: what is a phone number, in its groups, and what is not, as it is. */
export function textWithPhones(text: string): readonly (string | readonly string[])[] {
  const pieces: (string | readonly string[])[] = []
  let from = 0
  for (const { 0: number, index } of text.matchAll(phone)) {
    if (index > from) pieces.push(text.slice(from, index))
    pieces.push(phoneGroups(number))
    from = index + number.length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

async function load(): Promise<void> {
  isAsked = true
  try {
    const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
    const known = new Map<string, readonly string[]>()
    format = (number) => {
      const before = known.get(number)
      if (before !== undefined) return before
      const groups = parsePhoneNumberFromString(number)?.formatInternational().split(' ') ?? [number]
      // Never another number than that of the contact, however its country writes it.
      const shown = groups.join('') === number ? groups : [number]
      if (known.size >= 2000) known.clear()
      known.set(number, shown)
      return shown
    }
  } catch {
    // The numbers are read without gaps; asked again with the next one.
    isAsked = false
  }
}
