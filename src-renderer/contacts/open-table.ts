import type { ContactFilterInput } from '../../src-main/engine/contract.ts'
import { call } from '../engine.ts'
import { beginWithPlan } from '../wizard/wizard-state.svelte.ts'

/** Opens contacts in a table to be changed by hand, or asked for consent: those named, or all that fit the filter. Throws what the engine refused. */
export async function openTable(wanted: ContactFilterInput & { contacts?: string[]; to?: 'change' | 'ask' }): Promise<void> {
  const { file, recipe } = await call('contacts.table', wanted)
  await beginWithPlan(await call('plans.start', { fileId: file.id, recipe }))
}
