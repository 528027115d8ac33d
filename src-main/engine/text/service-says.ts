/** What the service itself said, as a sentence of ours: other sentences may follow it. */
export function serviceSays(text: string): string {
  const said = text.trim()
  return `The service says: ${said}${/[.!?…]["”’)]?$/u.test(said) ? '' : '.'}`
}
