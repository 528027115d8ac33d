import type { Fault, FaultKind } from '../seed/scenario.ts'

export interface Weather {
  /** What happens to the next request. */
  faultOf(on: Fault['on']): FaultKind | null
  /** From now on nothing goes wrong. */
  clearUp(): void
  /** How many requests there were. */
  readonly count: Readonly<Record<Fault['on'], number>>
}

export function createWeather(faults: readonly Fault[]): Weather {
  const count = { write: 0, read: 0 }
  const kinds = new Map(faults.map(({ on, nth, how }) => [`${on} ${nth}`, how]))
  let isClear = false
  return {
    count,
    faultOf(on) {
      const nth = count[on]
      count[on] += 1
      return isClear ? null : (kinds.get(`${on} ${nth}`) ?? null)
    },
    clearUp: () => {
      isClear = true
    },
  }
}
