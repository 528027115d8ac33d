import type { ImportKind, RunKind } from '../model/kinds.ts'
import { consent } from './consent.ts'
import { contacts } from './contacts.ts'
import type { ImportDescriptor, RunDescriptor } from './descriptor.ts'
import { messages } from './messages.ts'
import { undo } from './undo/undo.ts'

export const importDescriptors: Readonly<Record<ImportKind, ImportDescriptor>> = { contacts, consent, messages }

export const runDescriptors: Readonly<Record<RunKind, RunDescriptor>> = { ...importDescriptors, undo }

/** The kind of the run that executes a plan. */
export function runKindOf(plan: { recipe: { kind: ImportKind }; undoesRunId: string | null }): RunKind {
  return plan.undoesRunId === null ? plan.recipe.kind : 'undo'
}
