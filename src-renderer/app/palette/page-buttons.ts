/** The buttons of the page that is shown, by their words: what can be done there. */
export function pageButtons(): { title: string; press: () => void }[] {
  const seen = new Set<string>()
  return [...document.querySelectorAll<HTMLElement>('main .button')].flatMap((button) => {
    const title = (button.getAttribute('aria-label') ?? button.innerText).trim().replace(/\s+/g, ' ')
    if (title === '' || seen.has(title) || button.matches(':disabled') || !button.checkVisibility()) return []
    seen.add(title)
    return [{ title, press: () => button.click() }]
  })
}
