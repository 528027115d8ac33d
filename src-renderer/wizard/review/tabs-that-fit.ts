/**
 * Which tabs stand in the line, in their order: as many as there is room for, and always the one that is shown. Those left over go under
 * a button that takes `moreWidth`. Widths are in pixels; one of 0 is not known yet, and its tab stands there to be measured.
 */
export function tabsThatFit(
  tabs: readonly { id: string; width: number }[],
  { room, moreWidth, shown }: { room: number; moreWidth: number; shown: string },
): string[] {
  const gap = 2
  const taken = (list: readonly { width: number }[]) => list.reduce((sum, { width }) => sum + width + gap, 0)
  if (room === 0 || taken(tabs) <= room) return tabs.map(({ id }) => id)
  const chosen = tabs.filter(({ id }) => id === shown)
  let left = room - moreWidth - taken(chosen)
  const kept = new Set(chosen.map(({ id }) => id))
  for (const tab of tabs) {
    if (kept.has(tab.id)) continue
    left -= tab.width + gap
    if (left < 0) break
    kept.add(tab.id)
  }
  return tabs.flatMap(({ id }) => (kept.has(id) ? [id] : []))
}
