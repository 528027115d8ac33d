import { onConnection } from '../engine.ts'
import type { Connection } from './engine-socket.ts'

let state = $state<Connection>('connecting')
const reopened = new Set<() => void>()

onConnection((next) => {
  const wasLost = state === 'lost' || state === 'restarted'
  state = next
  if (wasLost && next === 'open') reopened.forEach((listener) => listener())
})

export const connection = {
  get state() {
    return state
  },
  /** Events were missed while the connection was lost: whoever shows something live reads it again. */
  onReopened(listener: () => void): () => void {
    reopened.add(listener)
    return () => void reopened.delete(listener)
  },
}
