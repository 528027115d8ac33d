import { counted } from '../format.ts'

/** What comes into conversations: `567 messages and 633 whispers`. */
export function postsWords({ rows, whispers = 0 }: { rows: number; whispers?: number | undefined }): string {
  const messages = rows - whispers
  const parts = [
    ...(messages > 0 || whispers === 0 ? [counted(messages, 'message')] : []),
    ...(whispers > 0 ? [counted(whispers, 'whisper')] : []),
  ]
  return parts.join(' and ')
}

/** Whether a change is an entry of a conversation, so that there is nothing before it. */
export function isPost(field: string): boolean {
  return field === 'message' || field === 'whisper' || field === 'resolved' || field === 'request'
}
