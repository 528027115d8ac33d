import { fileURLToPath } from 'node:url'
import { systemClock } from '../../src-main/engine/model/clock.ts'
import { createService } from '../../src-main/engine/service/create-service.ts'
import { syncAddressBook, type SyncProgress } from '../../src-main/engine/contacts/sync/sync-address-book.ts'
import { createSyncWriter } from '../../src-main/engine/contacts/sync/sync-writer.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'

/** Syncs as Rollcall does after it was started, and tells how far it is. */
export async function syncOn(databasePath: string, access: { baseUrl: string; token: string }, tell: (progress: SyncProgress) => unknown) {
  const store = openStore(databasePath)
  const service = createService({
    baseUrl: access.baseUrl,
    tokenIn: 'header',
    token: async () => access.token,
    country: 'US',
    clock: systemClock,
  })
  try {
    return await syncAddressBook({ service, writer: createSyncWriter(store, systemClock), onProgress: tell })
  } finally {
    await service.close()
    store.close()
  }
}

const [databasePath, baseUrl, token, killAfter] = process.argv.slice(2)
if (process.argv[1] === fileURLToPath(import.meta.url) && databasePath !== undefined && baseUrl !== undefined && token !== undefined) {
  await syncOn(databasePath, { baseUrl, token }, ({ contacts }) => contacts >= Number(killAfter) && process.kill(process.pid, 'SIGKILL'))
}
