import type { SendAlong } from '../../model/runs/live-with.ts'
import type { Proven } from '../answer/row-step.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/** With what Rollcall can live if a service changes this beside what it is asked to; none where it cannot live with all of it. */
export function offersFor(cases: readonly Pick<Proven, 'call' | 'changes'>[]): SendAlong[] {
  const offers = new Set<SendAlong>()
  for (const { call, changes } of cases) {
    for (const change of changes) {
      const offer = call.kind === 'updateCustomer' ? offerFor(change) : null
      if (offer === null) return []
      offers.add(offer)
    }
  }
  return [...offers]
}

function offerFor({ field, before, after }: UnaskedChange): SendAlong | null {
  switch (field) {
    case 'name':
    case 'notes':
      return after === null || after === '' ? 'texts' : null
    case 'tags':
      return 'tags'
    case 'archived':
    case 'blocked':
      return before === true ? 'flags' : null
    case 'consent':
    case 'reachable':
    case 'posts':
    case 'texts':
    case 'resolved':
    case 'phone':
    case 'avatar_url':
    case 'facebook_id':
    case 'verified':
      return null
  }
  return after === null || after === '' ? 'custom-fields' : null
}
