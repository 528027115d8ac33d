import type { Operation, Service, ServiceAnswer, ServiceRequest } from '../service-state.ts'
import type { OperationName } from '../operations/operation-names.ts'
import { aboutAnother, alterRequest } from './alter-request.ts'
import type { FaultHits } from './fault-plan.ts'
import { addSideEffects } from './side-effects.ts'

/** An answer whose body was read: what comes later does not change it. */
export interface ShownAnswer {
  body: Record<string, unknown>
  headers?: Record<string, string>
}

export interface WriteOperation {
  name: OperationName
  run: Operation
}

/** An answer as it is now. */
export const shown = (answer: ServiceAnswer): ShownAnswer => ({ ...answer, body: answer.body() })

/** Carries out a write the way a not quite honest service does. Throws ServiceRefusal if nothing has changed. */
export function carryOutWrite(service: Service, write: WriteOperation, request: ServiceRequest, hits: FaultHits): ShownAnswer {
  if (hits.size === 0) return service.change(write.name, () => shown(write.run(service, request)))
  const altered = alterRequest(request, hits)
  const storing = (asked: ServiceRequest) => () => {
    const answer = write.run(service, asked)
    addSideEffects(service, asked, service.customersTouched(), hits)
    return shown(answer)
  }
  const lateMs = hits.get('late-effect')?.amount
  const isEcho = hits.has('echo-only') || hits.has('echo-asked') || hits.has('wrong-customer')
  if (lateMs === undefined && !isEcho) return service.change(write.name, storing(altered))

  const rehearsal = service.rehearse(isEcho ? () => shown(write.run(service, request)) : storing(altered))
  if (hits.has('echo-only')) return rehearsal.answer
  const effect = () => {
    const work = () => {
      const target = hits.has('wrong-customer') ? aboutAnother(service, altered) : altered
      return target && storing(target)()
    }
    service.change(write.name, work, rehearsal.uuids)
  }
  if (lateMs === undefined) effect()
  else service.lateEffects.add(lateMs, effect)
  return rehearsal.answer
}
