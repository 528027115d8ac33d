import { isDesktop, on } from '../engine.ts'
import { noticeWords as words } from '../words/pages/start-page-words.ts'

/** A browser asks the person first; on the desktop the program itself shows notifications. */
export function askForNotices(): void {
  if (!isDesktop && 'Notification' in window && Notification.permission === 'default') void Notification.requestPermission()
}

/** Shows what went on by itself, also while this tab is behind others. A press leads to the start page. */
export function showNotices(): () => void {
  if (isDesktop || !('Notification' in window)) return () => undefined
  const endings = [
    on('unattended.ended', ({ notice }) => notice !== null && show(notice.title, notice.body)),
    on('account.changed', ({ name, signInExpired, id }) => {
      if (signInExpired !== true) return void expired.delete(id)
      if (expired.has(id)) return
      expired.add(id)
      show(words.signInExpired(name), words.whatGoesOnWaits)
    }),
  ]
  return () => endings.forEach((end) => end())
}

const expired = new Set<string>()

function show(title: string, body: string): void {
  if (Notification.permission !== 'granted') return
  const notification = new Notification(title, { body })
  notification.onclick = () => {
    window.focus()
    location.hash = '#/'
  }
}
