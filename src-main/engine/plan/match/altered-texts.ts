import { createHash } from 'node:crypto'
import type { FieldValue } from '../../model/plans/plan-schema.ts'
import { learntForMs } from '../../store/learnt-traits.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { isStoredBy, type TextRule } from '../../text/stored-text.ts'

/** Whether what a field holds is what the service makes of this text. */
export type IsStoredAs = (field: string, asked: FieldValue, stored: FieldValue) => boolean

/** Identifies a text of a field together with what the service made of it. */
export function pairMark(field: string, asked: string, stored: string): string {
  return createHash('sha256')
    .update(JSON.stringify([field, asked, stored]))
    .digest('hex')
    .slice(0, 20)
}

/** What was learnt of how the service stores the texts of a field, by the name in `FieldChange.field`. */
export function readTextRule(store: Store, field: string, nowMs: number): TextRule {
  const { learntTraits } = tablesOf(store)
  const fresh = (trait: 'cut' | 'escapes') => {
    const learnt = learntTraits.find(`${trait}:${field}`)
    return learnt === null || nowMs - learnt.learntAtMs > learntForMs ? null : learnt.value
  }
  return { cutAt: fresh('cut'), escapes: fresh('escapes') !== null }
}

/**
 * Where somebody chose to live with a service that alters texts: the function that tells whether a field holds what the service makes of
 * a text, by the rule that was proven, or because it made just that of it before. Null where nobody did, within the last month.
 */
export function createStoredTexts(store: Store, nowMs: number): IsStoredAs | null {
  const { learntTraits } = tablesOf(store)
  const chosen = learntTraits.find('livesWithAlteredTexts')
  if (chosen === null || nowMs - chosen.learntAtMs > learntForMs) return null
  const rules = new Map<string, TextRule>()
  return (field, asked, stored) => {
    if (typeof asked !== 'string' || typeof stored !== 'string' || stored === '') return false
    const rule = rules.get(field) ?? readTextRule(store, field, nowMs)
    rules.set(field, rule)
    return isStoredBy(rule, asked, stored) || learntTraits.find(`stored:${pairMark(field, asked, stored)}`) !== null
  }
}
