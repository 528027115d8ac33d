import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/stale-build.ts'
import { firstScreenBytes } from '../../bench/renderer-size.ts'

test('the first screen needs less than 100 kB of script, compressed, and the wizard is not part of it', () => {
  const folder = join(projectRoot, 'out', 'renderer')
  const bytes = firstScreenBytes(folder)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(100_000)
  const scripts = readdirSync(join(folder, 'assets'))
  for (const screen of ['Wizard', 'HistoryPage', 'LedgerPage', 'SettingsPage', 'ContactsPage'])
    expect(scripts.filter((name) => name.startsWith(`${screen}-`) && name.endsWith('.js'))).toHaveLength(1)
})
