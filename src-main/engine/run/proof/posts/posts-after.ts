import { isSameText } from '../../../model/same-text.ts'
import type { PostKind } from '../../../kinds/calls/call-descriptor.ts'
import type { PostCall } from '../../../model/runs/service-call.ts'
import type { ConversationPost } from '../../../service/service.ts'
import type { PostsRead } from '../../../service/read-posts.ts'
import { isPostAs } from '../../reconcile/reconcile-message.ts'
import { newPosts } from './new-posts.ts'
import type { ProofImage } from '../proof-task.ts'
import type { UnaskedChange } from '../unasked-changes.ts'

/** A message that was imported: its post, where the service named it, and what it said. */
interface Imported {
  postUuid: string | null
  body: string | null
}

/**
 * Posts that came with a message's own: somebody answered, or the service did. `isOwned`: posts that are other rows' messages.
 * `unsettledElsewhere`: how many posts of a kind other runs have sent to the contact whose fate they do not know yet; asked only where it matters.
 */
export function answersIn(
  read: PostsRead | null,
  before: ProofImage | null,
  { postUuid, body, as = 'import' }: Imported & { as?: PostKind },
  isOwned: (postUuid: string) => boolean,
  unsettledElsewhere: (kind: PostCall['kind']) => number,
): UnaskedChange[] {
  const others = postsSince(read, before, postUuid, isOwned)
  const own = postUuid === null ? others.findIndex((post) => isSameText(post.body, body)) : -1
  const unexplained = others.filter((_, at) => at !== own)
  // Who is texted may answer at once.
  const replies = unexplained.filter(({ creatorType }) => as === 'message' && creatorType === 'customer').length
  const imports = unexplained.filter((post) => isPostAs('import', post)).length - replies
  const whispers = unexplained.filter((post) => isPostAs('whisper', post)).length
  if (imports + whispers + replies < unexplained.length) return [answered]
  const areOthers = (found: number, kind: PostCall['kind']) => found === 0 || found <= unsettledElsewhere(kind)
  return areOthers(imports, 'importMessage') && areOthers(whispers, 'writeWhisper') ? [] : [answered]
}

/** The same some seconds later, when other messages of the run may have come to the conversation. */
export function laterAnswersIn(
  read: PostsRead | null,
  before: ProofImage | null,
  { postUuid }: Pick<Imported, 'postUuid'>,
  isOwned: (postUuid: string) => boolean,
): UnaskedChange[] {
  return postsSince(read, before, postUuid, isOwned).some(isAnswer) ? [answered] : []
}

/**
 * The same of a message of which nothing was read right before it: posts that came with its own, or later, by the service's own clock. A
 * message that is not found tells nothing.
 */
export function answersSince(
  read: PostsRead | null,
  { body }: Pick<Imported, 'body'>,
  as: PostKind,
  isOwned: (postUuid: string) => boolean,
): UnaskedChange[] {
  if (read === null) return []
  const own = read.posts.find((post) => isPostAs(as, post) && isSameText(post.body, body))
  const sinceSeconds = own?.createdAtSeconds ?? null
  if (sinceSeconds === null) return []
  const isSince = ({ createdAtSeconds }: ConversationPost) => createdAtSeconds !== null && createdAtSeconds >= sinceSeconds
  return read.posts.some((post) => post !== own && isAnswer(post) && isSince(post) && !isOwned(post.uuid)) ? [answered] : []
}

const answered: UnaskedChange = { field: 'posts', before: null, after: null }

function postsSince(
  read: PostsRead | null,
  before: ProofImage | null,
  postUuid: string | null,
  isOwned: (postUuid: string) => boolean,
): ConversationPost[] {
  if (read === null || before === null || before.posts === null) return []
  return newPosts(read.posts, before.posts).filter(({ uuid }) => uuid !== postUuid && !isOwned(uuid))
}

/**
 * Whether a post answers its contact. Other messages of the run may have come since, and conversations are resolved by Rollcall itself; notes
 * reach nobody.
 */
function isAnswer({ creatorType, isWhisper, marksResolved, body }: ConversationPost): boolean {
  return (creatorType === 'system' || creatorType === 'user') && !isWhisper && marksResolved !== true && (body ?? '') !== ''
}

/** A conversation that was open when the call left, and is resolved after it: its message would be seen by nobody. */
export function resolvedBy(read: PostsRead | null, before: ProofImage | null): UnaskedChange[] {
  return before?.isResolved === false && read?.isResolved === true ? [{ field: 'resolved', before: false, after: true }] : []
}
