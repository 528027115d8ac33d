import { execFile } from 'node:child_process'

/** Shows a notification with this computer's own tools, where it has some. Never rejects: nothing depends on it. */
export function showSystemNotice({ title, body }: { title: string; body: string }): Promise<void> {
  const [tool, ...args] = noticeCommand(process.platform, title, body)
  return new Promise((resolve) => {
    execFile(tool, args, { timeout: 10_000, windowsHide: true }, () => resolve())
  })
}

/** The words go as arguments, so that none of them is ever read as a command. */
export function noticeCommand(platform: NodeJS.Platform, title: string, body: string): [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return [
        'osascript',
        '-e',
        'on run argv',
        '-e',
        'display notification (item 2 of argv) with title (item 1 of argv)',
        '-e',
        'end run',
        title,
        body,
      ]
    case 'win32':
      // A message to whoever is signed in, as far as the edition of Windows has the tool; the installed program shows its own notifications.
      return ['msg.exe', '*', '/TIME:60', `${title}\n${body}`]
    default:
      return ['notify-send', '--app-name=Rollcall', '--', title, body]
  }
}
