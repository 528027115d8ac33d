import type { Clock } from '../../../src-main/engine/model/clock.ts'
import type { Lookup } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { columns, dialect, recipe } from '../../engine/store/stored-things.ts'
import { isTexting, type OfficeFile } from '../seed/scenario.ts'
import { groupDepartment } from '../service/service-model.ts'

interface Options {
  store: Store
  service: Service
  clock: Clock
  planId: string
  file: OfficeFile
  lookup: Lookup
}

/** Plans a file whose rows are mapped already: the n-th is on line n + 1. */
export async function planFileRows({ store, service, clock, planId, file, lookup }: Options): Promise<void> {
  await buildPlan({
    store,
    planId,
    file: { id: 'file', storedPath: '/nowhere', sizeBytes: 1 },
    dialect,
    columns,
    recipe: recipe({ kind: file.kind, ...(isTexting(file) ? { duplicates: 'first' } : { notFound: 'create' }) }),
    mapping: {
      groupUuid: file.kind === 'groupSend' ? groupDepartment.uuid : null,
      mapRow: ({ line }) => {
        const { phone, ...row } = file.rows[line - 2] ?? {}
        return { issues: [], key: phone === undefined ? null : { by: 'phone', phone }, ...row, line }
      },
    },
    readRows: async function* () {
      yield { rows: file.rows.map((_, at) => ({ line: at + 2, cells: ['x'] })), bytesRead: 1 }
    },
    service,
    lookup,
    settings: { syncMaxAgeSeconds: 24 * 60 * 60, concurrency: 4 },
    clock,
  })
}
