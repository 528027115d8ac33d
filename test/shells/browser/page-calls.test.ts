import { expect, test } from 'vitest'
import type { EngineClient } from '../../../src-main/engine/contract.ts'
import { createPageCalls } from '../../../src-main/shells/browser/page-calls.ts'

test('shows one dialog for a folder at a time, however often the page asks, and the next once it is closed', async () => {
  const shown: ((folder: string | null) => void)[] = []
  const client = {} as EngineClient
  const never = () => {
    throw new Error('nobody asks for that')
  }
  const ask = createPageCalls(client, never, { call: never } as never, () => new Promise((resolve) => void shown.push(resolve)))
  const wanted = { procedure: 'shell.chooseFolder', input: {} } as never
  const answers = [1, 2, 3].map(() => ask(wanted))
  expect(shown).toHaveLength(1)
  shown[0]?.('/lists')
  expect(await Promise.all(answers)).toEqual(Array(3).fill({ ok: true, value: { folder: '/lists' } }))
  const later = ask(wanted)
  expect(shown).toHaveLength(2)
  shown[1]?.(null)
  expect(await later).toEqual({ ok: true, value: { folder: null } })
})
