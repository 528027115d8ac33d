import { expect, test } from 'vitest'
import { z } from 'zod'
import { refreshAccountFields } from '../../../src-main/engine/procedures/account-fields.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { hurriedClock, runStations } from '../run/run-stations.ts'

const station = runStations()

test('a service that fails over its dispositions keeps nobody from an import: those that were read before stay', async () => {
  const clock = hurriedClock()
  const { sandbox, store, service } = await station({ contacts: 10 }, { clock })
  const tables = tablesOf(store)
  const stored = () => tables.settings.get('dispositions', z.array(z.object({ uuid: z.string(), name: z.string() })))
  sandbox.setFaults('500@dispositions')
  await refreshAccountFields({ tables, service }, clock)
  expect(stored()).toEqual([])
  expect(tables.departments.all().length).toBeGreaterThan(0)
  sandbox.clearFaults()
  await refreshAccountFields({ tables, service }, clock)
  const all = stored()
  expect(all?.length).toBeGreaterThan(0)
  sandbox.setFaults('500@dispositions')
  await refreshAccountFields({ tables, service }, clock)
  expect(stored()).toEqual(all)
})
