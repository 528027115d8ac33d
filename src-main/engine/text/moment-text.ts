/** A moment as people read it, in the time of this computer: `24 Nov 2026, 00:10`. */
export function momentText(ms: number): string {
  return new Date(ms).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
