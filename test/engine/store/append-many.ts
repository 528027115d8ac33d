import { createConsentLedger } from '../../../src-main/engine/store/ledger/consent-ledger.ts'
import { openStore } from '../../../src-main/engine/store/open-store.ts'
import { entry } from '../ledger/ledger-entry.ts'

/** A process of its own that appends: database, run, how many. It says that it is ready, and begins when its input ends. */
const [path = '', run = '', count = '0'] = process.argv.slice(2)
const store = openStore(path)
const ledger = createConsentLedger(store)
process.stdout.write('ready')
for await (const _ of process.stdin);
for (let n = 0; n < Number(count); n += 1) ledger.append(entry(n, { run }))
store.close()
