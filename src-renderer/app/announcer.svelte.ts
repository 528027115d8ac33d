let polite = $state('')
let urgent = $state('')

/** Says something to screen readers; see `ui/LiveRegion.svelte`. */
export function announce(text: string, options: { urgent?: boolean } = {}): void {
  if (options.urgent) urgent = text
  else polite = text
}

export const announced = {
  get polite() {
    return polite
  },
  get urgent() {
    return urgent
  },
}
