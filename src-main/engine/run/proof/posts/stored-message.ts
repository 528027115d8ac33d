import type { PostKind } from '../../../kinds/calls/call-descriptor.ts'
import { isSameText } from '../../../model/same-text.ts'
import type { Post } from '../../../service/service.ts'
import { postFieldOf } from '../../answer/alterations.ts'
import type { NotApplied } from '../../answer/echo.ts'
import { isPostAs } from '../../reconcile/reconcile-message.ts'

/** What is said of a post that is there as something else than it was to be, and what was asked for. */
const asField: Readonly<Record<PostKind, { field: string; asked: string }>> = {
  import: { field: 'Message, as written by the contact', asked: 'a message of the contact' },
  message: { field: 'Message, as sent to the contact', asked: 'a message of the office' },
  whisper: { field: 'Whisper, for the office only', asked: 'a note of the office' },
}
export const writerField = asField.import.field

interface StoredMessage {
  lost: NotApplied[]
  /** Its text is there, as what it was to be. */
  isShown: boolean
  /** What is missing may be shown later. */
  isLate: boolean
}

/**
 * What the posts of its conversation show of a call's post. One that is stored as something else, such as a message that is a note of the
 * office or a note that the contact could see, is not what was asked for, whatever its text: that will not get right later, nor will another text.
 */
export function storedMessage(
  posts: readonly Post[],
  { as, body, postUuid }: { as: PostKind; body: string; postUuid: string | null },
): StoredMessage {
  const own = posts.find(({ uuid }) => uuid !== '' && uuid === postUuid)
  if (own !== undefined && !isPostAs(as, own)) return { lost: [{ ...asField[as], answered: shownAs(own) }], isShown: false, isLate: false }
  const isIt = (post: Post) => isPostAs(as, post) && isSameText(post.body, body)
  if (posts.some(isIt)) return { lost: [], isShown: true, isLate: own === undefined }
  const texts = own?.body ? { asked: body, answered: own.body } : { asked: 'the text of the row', answered: 'nothing' }
  return { lost: [{ field: postFieldOf(as), ...texts }], isShown: false, isLate: own === undefined }
}

function shownAs({ isWhisper, creatorType }: Post): string {
  if (isWhisper) return 'a note of the office'
  return creatorType === 'customer' ? 'a message of the contact' : 'a message of the office'
}
