import { type Failure, failureOf } from './failure.ts'

/** What a person started with a button: whether it is under way, and why the last one failed. */
export function createOneAction() {
  let isBusy = $state(false)
  let failure = $state.raw<Failure | null>(null)
  return {
    get isBusy() {
      return isBusy
    },
    get failure() {
      return failure
    },
    /** Never rejects: what `action` throws is in `failure`. */
    async perform(action: () => Promise<void>): Promise<void> {
      isBusy = true
      failure = null
      try {
        await action()
      } catch (error) {
        failure = failureOf(error)
      } finally {
        isBusy = false
      }
    },
  }
}
