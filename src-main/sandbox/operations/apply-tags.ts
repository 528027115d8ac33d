export const tagHandlings = ['add', 'remove', 'replace'] as const
export type TagHandling = (typeof tagHandlings)[number]

/**
 * Reads the tags of an update: separated by commas or white space, an underscore standing for a space inside a tag
 * (section Endpoints, PUT customer). Repeated tags count once.
 */
export function parseTags(text: string): string[] {
  const tags = text
    .split(/[\s,]+/)
    .map((tag) => tag.replaceAll('_', ' ').trim())
    .filter((tag) => tag !== '')
  return [...new Set(tags)]
}

/** The tags after an update; what is kept stays in its order, what is new comes last. */
export function applyTags(current: readonly string[], given: readonly string[], handling: TagHandling): string[] {
  switch (handling) {
    case 'add':
      return [...new Set([...current, ...given])]
    case 'remove':
      return current.filter((tag) => !given.includes(tag))
    case 'replace':
      return [...given]
  }
}
