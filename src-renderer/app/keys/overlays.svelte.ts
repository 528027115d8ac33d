export type Overlay = 'palette' | 'keys' | 'stopTexts'

let shown = $state<Overlay | null>(null)

/** What lies over the page, asked for from anywhere. */
export const overlays = {
  get shown() {
    return shown
  },
  show(overlay: Overlay): void {
    shown = overlay
  },
  close(): void {
    shown = null
  },
}
