import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const boundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) })
export type Bounds = z.infer<typeof boundsSchema>

const windowStateSchema = z.object({ bounds: boundsSchema.nullable(), maximized: z.boolean() })
export type WindowState = z.infer<typeof windowStateSchema>

const smallest = { width: 900, height: 640 }
const usual = { width: 1280, height: 860 }

/** Where the window was when it was closed; the usual size when nothing readable is remembered. */
export function readWindowState(home: string): WindowState {
  try {
    return windowStateSchema.parse(JSON.parse(readFileSync(statePath(home), 'utf8')))
  } catch {
    return { bounds: null, maximized: false } // losing the window's place is no error to tell anybody about
  }
}

/** Remembers it; a disk that cannot be written is left to the parts that matter to complain about. */
export function writeWindowState(home: string, state: WindowState): void {
  try {
    mkdirSync(dirname(statePath(home)), { recursive: true, mode: 0o700 })
    writeFileSync(statePath(home), JSON.stringify(state))
  } catch {
    return
  }
}

/** Bounds that can be seen on one of the screens, at least the smallest size where the screen has it; centred when in doubt. */
export function visibleBounds(wanted: Bounds | null, screens: readonly Bounds[]): Partial<Bounds> & { width: number; height: number } {
  const screen = wanted && screens.find((area) => overlap(wanted, area) >= 0.25)
  if (!wanted || !screen) return usual
  const width = Math.min(Math.max(wanted.width, smallest.width), screen.width)
  const height = Math.min(Math.max(wanted.height, smallest.height), screen.height)
  const x = Math.min(Math.max(wanted.x, screen.x), screen.x + screen.width - width)
  const y = Math.min(Math.max(wanted.y, screen.y), screen.y + screen.height - height)
  return { x, y, width, height }
}

export const minimumSize = { minWidth: smallest.width, minHeight: smallest.height }

function overlap(window: Bounds, screen: Bounds): number {
  const width = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  const height = Math.min(window.y + window.height, screen.y + screen.height) - Math.max(window.y, screen.y)
  return (Math.max(width, 0) * Math.max(height, 0)) / (window.width * window.height)
}

function statePath(home: string): string {
  return join(home, 'window.json')
}
