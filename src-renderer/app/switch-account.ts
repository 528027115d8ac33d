import { announce } from './announcer.svelte.ts'
import { failureOf } from './failure.ts'
import { go, type Route, whenMayLeave } from './route.svelte.ts'
import { session } from './session.svelte.ts'

/** Opens another account at its start page, or where it is said. An import that is under way in the one before goes on. */
export function switchAccount(accountId: string, to: Route = { page: 'start' }): void {
  if (accountId !== session.account?.id) whenMayLeave(() => void open(accountId, to))
}

async function open(accountId: string, to: Route): Promise<void> {
  try {
    await session.open(accountId)
    go(to)
  } catch (error) {
    announce(failureOf(error).message, { urgent: true })
  }
}
