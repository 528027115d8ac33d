/** Removes secrets from a text that came from outside. */
export type Redactor = (text: string) => string

const mask = '•••'

/** Shorter ones would mask ordinary words, and nobody learns a long secret from three characters. */
const minSecretLength = 4

/** Below this an echoed message text says nothing that its row does not show anyway, and would mask ordinary words. */
const minMessageLength = 8

const namedSecret =
  /\b((?:x-tgp-)?access[_-]token|api[_-]?key|token|password|authorization|mfa_code)(["']?\s*[:=]\s*["']?(?:bearer\s+)?)[\w\-.~+/%]{16,}=*/gi
const parameterSecret = /\b(access_token|api_key|token|password|mfa_code)=[^\s&"'<>]+/gi
const bearerSecret = /\bbearer\s+[\w\-.~+/]{6,}=*/gi
const webToken = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g

/**
 * Masks the given secrets however they are spelled (as they are, in a URL, in JSON), and whatever looks like a named
 * secret. `messages` are texts of contacts, which no error may repeat.
 */
export function createRedactor(secrets: readonly (string | null)[], messages: readonly string[] = []): Redactor {
  const known = [
    ...secrets.filter((secret) => secret !== null).filter((secret) => secret.length >= minSecretLength),
    ...messages.map((text) => text.trim()).filter((text) => text.length >= minMessageLength),
  ]
  const spellings = [...new Set(known.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const spelling of spellings) clean = clean.replaceAll(spelling, mask)
    return clean
      .replace(parameterSecret, `$1=${mask}`)
      .replace(namedSecret, `$1$2${mask}`)
      .replace(bearerSecret, mask)
      .replace(webToken, mask)
  }
}

function spellingsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed()
  return [
    secret,
    encodeURIComponent(wellFormed),
    new URLSearchParams({ '': wellFormed }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    secret.replace(/\s+/g, ' ').trim(),
  ]
}
