import { blockedWords as words } from '../words/app/failure-words.ts'
import { connection } from './connection.svelte.ts'
import { session } from './session.svelte.ts'

let isOnline = $state(navigator.onLine)
window.addEventListener('online', () => (isOnline = true))
window.addEventListener('offline', () => (isOnline = false))

/** Why what is pressed cannot work at present, in words to stand beside it; null where it can. */
export const blocked = {
  /** Nothing that is not on the screen already can be had: Rollcall itself does not answer. */
  get engine(): string | null {
    switch (connection.state) {
      case 'open':
      case 'connecting':
        return null
      case 'lost':
      case 'stopped':
        return words.doesNotAnswer
      case 'restarted':
      case 'spent':
        return words.notConnected
    }
  },
  /** Just this computer is without a network; practice needs none. */
  get isOffline(): boolean {
    return !isOnline && session.account !== null && !session.account.practice
  },
  /** What asks the messaging service cannot work. */
  get reason(): string | null {
    if (this.engine !== null) return this.engine
    if (this.isOffline) return words.offline
    if (session.account?.signedIn !== true) return words.signInFirst
    return null
  },
}
