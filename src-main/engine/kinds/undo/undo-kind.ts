import type { RunDescriptor } from '../kind-descriptor.ts'

/** Undoes another run: each contact is read, and what still is as that run left it is restored. */
export const undoKind: RunDescriptor = {
  isDecidedWhenRead: true,
  whyNotRetried: {
    message: 'This run took another one back; its rows cannot be planned again.',
    hint: 'Undo the other run once more: what is left is tried again.',
  },
  // What it took back is written once more.
  whyNotUndone: null,
}
