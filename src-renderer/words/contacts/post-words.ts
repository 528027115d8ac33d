import { counted } from '../format.ts'

/** What comes into conversations: `567 messages and 633 whispers`. */
export function postsWords({ rows, whispers = 0 }: { rows: number; whispers?: number | undefined }): string {
  return parts(rows, whispers).join(' and ')
}

/** The same where there is little room: `567 messages, 633 whispers`. */
export function shortPostsWords({ rows, whispers = 0 }: { rows: number; whispers?: number | undefined }): string {
  return parts(rows, whispers).join(', ')
}

function parts(rows: number, whispers: number): string[] {
  const messages = rows - whispers
  return [
    ...(messages > 0 || whispers === 0 ? [counted(messages, 'message')] : []),
    ...(whispers > 0 ? [counted(whispers, 'whisper')] : []),
  ]
}

/** Whether a change is an entry of a conversation, so that there is nothing before it. */
export function isPost(field: string): boolean {
  return field === 'message' || field === 'whisper' || field === 'resolved' || field === 'request'
}
