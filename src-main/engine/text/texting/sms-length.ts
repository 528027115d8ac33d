/** The letters of GSM 03.38 that take one place, and those of its extension, which take two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

/** How much room a text has, alone and as a part of several. */
const rooms = { gsm: { alone: 160, part: 153 }, unicode: { alone: 70, part: 67 } } as const

export interface SmsLength {
  /** `unicode` where a single letter of the text is not among those of GSM. */
  alphabet: 'gsm' | 'unicode'
  /** Places that the text takes: letters of GSM, or halves of four bytes. */
  units: number
  /** The messages that a phone company counts. */
  segments: number
}

/** How long a text is as SMS: 160 letters, or 153 each in several messages; with letters beyond GSM's alphabet 70, or 67 each. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const alphabet = characters.every((one) => basic.has(one) || extension.has(one)) ? 'gsm' : 'unicode'
  const sizes = characters.map((one) => (alphabet === 'unicode' ? one.length : extension.has(one) ? 2 : 1))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  if (units === 0) return { alphabet, units, segments: 0 }
  const { alone, part } = rooms[alphabet]
  return { alphabet, units, segments: units <= alone ? 1 : partsOf(sizes, part) }
}

/** No letter is torn apart: one of two places that would not fit begins the next part. */
function partsOf(sizes: readonly number[], room: number): number {
  let parts = 1
  let left = room
  for (const size of sizes) {
    if (size > left) {
      parts += 1
      left = room
    }
    left -= size
  }
  return parts
}
