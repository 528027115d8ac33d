import { describe, expect, it } from 'vitest'
import { outcomeParts } from '../../../../src-renderer/wizard/run/run-figures.ts'

const counts = { done: 3, failed: 0, unknown: 0, pending: 2, unchanged: 0, held: 0, skipped: 0, invalid: 0 }
const titles = (kind: Parameters<typeof outcomeParts>[1], isLive = false) =>
  outcomeParts(counts, kind, isLive)
    .filter(({ value }) => value > 0)
    .map(({ word }) => word.title)

describe('the parts of a run', () => {
  it('are named for what the run does', () => {
    expect(titles('contacts')).toEqual(['Imported', 'Not imported'])
    expect(titles('messages')).toEqual(['Imported', 'Not imported'])
    expect(titles('consent')).toEqual(['Set', 'Not set'])
    expect(titles('undo')).toEqual(['Taken back', 'Not taken back'])
  })

  it('are still to come as long as it runs', () => {
    expect(titles('consent', true)).toEqual(['Set', 'To go'])
  })
})
