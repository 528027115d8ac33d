import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { RunItem } from '../dispatch/run-item.ts'

/** A planned call as it was sent; null where more than the plan says went into it. */
export function sentCall(planned: RunItem['calls'][number] | undefined): ServiceCall | null {
  switch (planned?.kind) {
    case 'updateCustomer':
      return planned.uuid === null ? null : { ...planned, uuid: planned.uuid }
    case 'setConsent':
      return planned.uuid === null && planned.phone === null ? null : planned
    case 'importMessage':
    case 'writeWhisper':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'requestConsent':
    case 'createCustomer':
      return planned
    case 'resolveConversation':
    case undefined:
      return null
  }
}
