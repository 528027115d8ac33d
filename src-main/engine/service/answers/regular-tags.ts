/** Tags as the service keeps them: no blanks at their ends, underscores for those inside, each tag once. */
export function regularTags(list: readonly (string | null)[]): string[] {
  const regular = new Set<string>()
  for (const one of list) {
    const tag = one?.trim().replace(/\s+/g, '_')
    if (tag) regular.add(tag)
  }
  return [...regular]
}
