import type { NotificationConstructorOptions } from 'electron'
import type { EngineClient } from '../../../engine/contract.ts'

export interface UnattendedNoticesOptions {
  client: Pick<EngineClient, 'on' | 'call'>
  notify(options: NotificationConstructorOptions, onClick: () => void): void
  /** Brings the window to the front. */
  show(): void
  showPage(hash: string): void
}

/**
 * Tells of what went on by itself, in whichever account: what became of a list, and a sign-in that has expired. A press leads to the start
 * page, which has the place for it.
 */
export function tellByItself({ client, notify, show, showPage }: UnattendedNoticesOptions): void {
  const open = () => {
    show()
    showPage('#/')
  }
  client.on('unattended.ended', ({ notice }) => {
    if (notice !== null) notify(notice, open)
  })
  const expired = new Set<string>()
  client.on('account.changed', ({ id, name, signInExpired }) => {
    if (signInExpired !== true) return void expired.delete(id)
    if (expired.has(id)) return
    expired.add(id)
    notify(
      { title: `${name}: sign-in expired`, body: 'What goes on by itself waits until you have signed in again. Nothing failed.' },
      open,
    )
  })
}
