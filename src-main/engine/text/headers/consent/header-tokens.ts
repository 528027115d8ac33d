/** What may stand between words without meaning anything. */
const harmless = /[\s¿¡\-_.,:;/()[\]?'"’‘“”*|\u2010-\u2015\u2212]/u

/**
 * The words of a header, without case and accents: `TxtMsgOk` is `txt`, `msg`, `ok`. With `isCamelCase` false, capital
 * letters inside a word begin no new one. Digits and signs that could mean something (`!`, `#`, `≠`) are words of their own.
 */
export function headerTokens(header: string, isCamelCase: boolean): string[] {
  const plain = header
    .replace(/__p?c$/i, '')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/n['’]t(?!\p{L})/giu, 'nt')
  const spaced = isCamelCase ? plain.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ') : plain
  return (spaced.toLowerCase().match(/\p{L}+|\p{N}+|[^\p{L}\p{N}]/gu) ?? []).filter((token) => !harmless.test(token))
}
