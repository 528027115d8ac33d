import type { OpenProof } from '../../model/runs/open-proof.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { PostsBefore, ProofImage } from './proof-task.ts'

/** What the journal keeps of a call of a row that has to prove what the service does; null where nothing needs to be kept. */
export function proofToKeep(item: RunItem, call: ServiceCall): OpenProof | null {
  const { proof, putBack, undo, resolvesAgain } = item
  // What an undo takes back is decided anew after a crash, and so is whether a conversation is to be resolved again.
  if (putBack !== undefined || undo !== null || resolvesAgain === true) return null
  if (proof.kind !== 'wanted' || proof.how === 'along' || proof.before === null) return null
  return keptProof(call, proof.before, null)
}

/** A call that has left, as the journal keeps it; see `OpenProof`. */
export function keptProof(
  call: ServiceCall,
  { record, posts, isResolved, unwritten, texts, readAtSeconds }: ProofImage,
  postUuid: string | null,
): OpenProof {
  return {
    call,
    before: {
      record,
      posts: posts === null ? null : keptPosts(posts),
      ...(texts !== undefined && { texts: texts === null ? null : keptPosts(texts) }),
      ...(readAtSeconds !== undefined && { readAtSeconds }),
      ...(isResolved !== undefined && { isResolved }),
      ...(unwritten !== undefined && { unwritten }),
    },
    postUuid,
  }
}

/** What had been read right before it. */
export function imageIn({ before: { record, posts, isResolved, unwritten, texts, readAtSeconds } }: OpenProof): ProofImage {
  return {
    record,
    posts: posts === null ? null : postsIn(posts),
    ...(texts !== undefined && { texts: texts === null ? null : postsIn(texts) }),
    ...(readAtSeconds !== undefined && { readAtSeconds }),
    ...(isResolved !== undefined && { isResolved }),
    ...(unwritten !== undefined && { unwritten }),
  }
}

type KeptPosts = NonNullable<OpenProof['before']['posts']>

function keptPosts({ uuids, newestSeconds }: PostsBefore): KeptPosts {
  return { uuids: [...uuids], newestSeconds }
}

function postsIn({ uuids, newestSeconds }: KeptPosts): PostsBefore {
  return { uuids: new Set(uuids), newestSeconds }
}
