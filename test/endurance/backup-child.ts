import { makeBackup } from '../../src-main/engine/store/backups/make-backup.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'

/** A process that makes one backup after the other until somebody kills it. Argument: the database. */
const store = openStore(process.argv[2] ?? '')
for (;;) {
  process.send?.('begins')
  await makeBackup(store, { because: 'person', nowMs: Date.now() })
}
