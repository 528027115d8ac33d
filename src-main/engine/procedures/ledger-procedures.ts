import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { exportLedger } from '../ledger/export-ledger.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'

export function ledgerProcedures(context: EngineContext): HandlersOf<'ledger'> {
  const ledger = () => context.current().tables.consentLedger
  return {
    'ledger.page': (query) => ledger().page(query),
    async 'ledger.export'({ path, format, overwrite }) {
      return {
        path,
        records: await context.tasks.run({ kind: 'export', id: path }, (signal) =>
          exportLedger({ ledger: ledger(), path, format, overwrite, clock: context.clock, signal }),
        ),
      }
    },
    'ledger.verify': () => verifyLedger(ledger()),
  }
}
