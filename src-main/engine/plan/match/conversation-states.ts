import type { ConversationState } from '../../kinds/kind-descriptor.ts'
import type { Service } from '../../service/service.ts'
import { readOrHidden } from '../guards/latest-posts.ts'
import { inParallel } from '../../service/in-parallel.ts'
import type { Match } from './match.ts'

/** Of one plan, the conversations that are asked about; those of others count as not known. */
const mostAsked = 5000
/** So often in a row the service may not show a conversation before it is asked no more. */
const mostNotShown = 5

export interface ConversationStatesOptions {
  /** Null where nobody can be asked, or nobody needs to know. */
  service: Pick<Service, 'conversationByPhone'> | null
  /** Null for the service's default. */
  groupUuid: string | null
  concurrency: number
  signal: AbortSignal | undefined
  /** Told after each conversation. */
  onAnswer: () => void
}

/** Finds out which conversations are resolved, and with whom there is none. Throws as `Service` does, but where it does not show them. */
export function createConversationStates({ service, groupUuid, concurrency, signal, onAnswer }: ConversationStatesOptions) {
  const states = new Map<string, ConversationState | null>()
  let notShownInARow = 0
  let requests = 0

  return {
    /** The numbers of these rows' contacts that were not asked about. */
    unasked(matches: readonly Match[]): string[] {
      if (service === null) return []
      const phones = matches.flatMap((match) => (match.kind === 'contact' ? (match.contact.record.phone ?? []) : []))
      return [...new Set(phones)].filter((phone) => !states.has(phone)).slice(0, Math.max(0, mostAsked - states.size))
    },

    async ask(phones: readonly string[]): Promise<void> {
      if (service === null) return
      const where = { pageSize: 1, ...(groupUuid !== null && { groupUuid }) }
      await inParallel(phones, concurrency, signal, async (phone, stop) => {
        states.set(phone, null)
        if (notShownInARow < mostNotShown) {
          requests += 1
          const read = await readOrHidden(service.conversationByPhone(phone, where, stop))
          notShownInARow = read === 'hidden' ? notShownInARow + 1 : 0
          if (read !== 'hidden') states.set(phone, stateOf(read))
        }
        onAnswer()
      })
    },

    /** Null where it is not known. */
    stateOf: (phone: string): ConversationState | null => states.get(phone) ?? null,

    /** How often the service was asked. */
    requests: (): number => requests,
  }
}

function stateOf(conversation: { resolved: boolean | null } | null): ConversationState | null {
  if (conversation === null) return 'none'
  return conversation.resolved === null ? null : conversation.resolved ? 'resolved' : 'open'
}
