import { isSameText } from '../../model/same-text.ts'
import type { Post } from '../../service/service.ts'
import { messageField } from '../answer/alterations.ts'
import type { NotApplied } from '../answer/echo.ts'
import { isImport } from '../reconcile/reconcile-message.ts'

/** What is said of a message that is there, and not as one of the contact. */
export const writerField = 'Message, as written by the contact'

interface StoredMessage {
  lost: NotApplied[]
  /** Its text is there, as written by the contact. */
  isShown: boolean
  /** What is missing may be shown later. */
  isLate: boolean
}

/**
 * What the posts of its conversation show of an imported message. One that is stored as a note of the office, or as written by it, is not
 * what was asked for, whatever its text: that will not get right later, nor will another text.
 */
export function storedMessage(posts: readonly Post[], { body, postUuid }: { body: string; postUuid: string | null }): StoredMessage {
  const own = posts.find(({ uuid }) => uuid !== '' && uuid === postUuid)
  if (own !== undefined && !isImport(own)) {
    const answered = own.isWhisper ? 'a note of the office' : 'a message of the office'
    return { lost: [{ field: writerField, asked: 'a message of the contact', answered }], isShown: false, isLate: false }
  }
  if (posts.some((post) => isImport(post) && isSameText(post.body, body))) return { lost: [], isShown: true, isLate: own === undefined }
  const texts = own?.body ? { asked: body, answered: own.body } : { asked: 'the text of the row', answered: 'nothing' }
  return { lost: [{ field: messageField, ...texts }], isShown: false, isLate: own === undefined }
}
