import { call, callShell } from '../../engine.ts'
import { beginWithFile } from '../../wizard/wizard-state.svelte.ts'
import { type Route, route } from '../route.svelte.ts'

export type TourStop = 1 | 2 | 3

let isUnderWay = $state(false)
let furthest = $state<TourStop | 0>(0)
let draftId = $state<string | null>(null)

const stops: Partial<Record<Extract<Route, { page: 'import' }>['step'], TourStop>> = { file: 1, mapping: 2, review: 3 }

/** Three stops on the real screens, with a sample: the file, its columns, the review. It can be left at any of them. */
export const tour = {
  get isUnderWay() {
    return isUnderWay
  },
  /** How many stops have been seen: 0 to 3. */
  get seen() {
    return furthest
  },
  /** The stop that is on the screen; null while another page is. */
  get stop(): TourStop | null {
    const at = route.current
    if (!isUnderWay || at.page !== 'import' || at.draftId !== draftId) return null
    return stops[at.step] ?? null
  },
  get draftId() {
    return draftId
  },
  async start(): Promise<void> {
    const { samples } = await callShell('shell.samples', {})
    // People who are new, in a sheet: what an office begins with.
    const sample = samples.find(({ name }) => name === 'new-clients.xlsx') ?? samples[0]
    if (sample === undefined) return
    const file = await callShell('shell.openSample', { name: sample.name })
    await beginWithFile(file)
    const at = route.current
    draftId = at.page === 'import' ? at.draftId : null
    isUnderWay = true
    furthest = 1
  },
  /** A stop has come into sight. */
  reached(stop: TourStop): void {
    if (stop > furthest) furthest = stop
  },
  /** Where it goes on after a look at other pages. */
  async backTo(): Promise<Route> {
    if (draftId === null) return { page: 'start' }
    const { state } = await call('drafts.get', { draftId })
    return { page: 'import', draftId, step: state.step }
  },
  leave(): void {
    isUnderWay = false
  },
}
