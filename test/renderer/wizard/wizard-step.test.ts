import { describe, expect, it } from 'vitest'
import type { DraftState, Recipe } from '../../../src-main/engine/contract.ts'
import { canGoTo, emptyDraft, stepAt } from '../../../src-renderer/wizard/wizard-step.ts'

const recipe: Recipe = {
  version: 1,
  name: 'Contacts',
  kind: 'contacts',
  source: { encoding: 'auto', delimiter: 'auto', quote: 'auto', header: true, skipLines: 0, shortRows: 'invalid' },
  match: { by: 'phone', column: 'Phone' },
  fields: [],
  blank: 'keep',
  notFound: 'skip',
  duplicates: 'last',
}
const withFile: DraftState = { ...emptyDraft, fileId: 'f', fileName: 'a.csv', kind: 'contacts', recipe }
const withPlan: DraftState = { ...withFile, planId: 'p' }
const withRun: DraftState = { ...withPlan, runId: 'r' }

describe('wizard steps', () => {
  it('falls back to the step that has what the wanted one needs', () => {
    expect(stepAt(emptyDraft, 'results', true).step).toBe('file')
    expect(stepAt(withFile, 'review', true).step).toBe('mapping')
    expect(stepAt(withPlan, 'run', true).step).toBe('review')
    expect(stepAt(withRun, 'results', true).step).toBe('results')
  })

  it('asks for a sign-in before everything that needs the service, and not to look at a run', () => {
    expect(stepAt(withPlan, 'review', false).step).toBe('signIn')
    expect(stepAt(withRun, 'run', false).step).toBe('run')
  })

  it('lets nobody change what a run was made from', () => {
    expect(canGoTo(withRun, 'file')).toBe(false)
    expect(canGoTo(withRun, 'mapping')).toBe(false)
    expect(canGoTo(withRun, 'review')).toBe(true)
    expect(canGoTo(withPlan, 'mapping')).toBe(true)
    expect(canGoTo(withPlan, 'run')).toBe(false)
  })
})
