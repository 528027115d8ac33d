export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const gap = 6
const margin = 8

/**
 * Where a popover of that size goes: below what it belongs to, or above it where there is more room, and inside the window.
 * `maxHeight` is the room that there is. All in pixels of the window. Pure.
 */
export function placeNear(
  anchor: Box,
  size: Pick<Box, 'width' | 'height'>,
  window: Pick<Box, 'width' | 'height'>,
  align: 'start' | 'center' | 'end',
): { left: number; top: number; maxHeight: number } {
  const below = Math.max(margin, anchor.top + anchor.height + gap)
  const above = Math.min(window.height - margin, anchor.top - gap)
  const roomBelow = window.height - margin - below
  const roomAbove = above - margin
  const isAbove = size.height > roomBelow && roomAbove > roomBelow
  const maxHeight = Math.max(0, isAbove ? roomAbove : roomBelow)
  const height = Math.min(size.height, maxHeight)
  const offset = align === 'start' ? 0 : align === 'end' ? anchor.width - size.width : (anchor.width - size.width) / 2
  return {
    left: Math.max(margin, Math.min(anchor.left + offset, window.width - size.width - margin)),
    top: isAbove ? above - height : below,
    maxHeight,
  }
}
