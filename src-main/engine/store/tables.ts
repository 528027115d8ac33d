import { createContacts } from './contacts/contacts.ts'
import { createCustomFields } from './contacts/custom-fields.ts'
import { createDepartments } from './contacts/departments.ts'
import { createContactClaims } from './runs/contact-claims.ts'
import { createDoNotText } from './contacts/do-not-text.ts'
import { createSyncPages } from './contacts/sync-pages.ts'
import { createSyncs } from './contacts/syncs.ts'
import { createUnknownAtService } from './contacts/unknown-at-service.ts'
import { createDrafts } from './files/drafts.ts'
import { createFileEdits } from './files/file-corrections.ts'
import { createFiles } from './files/files.ts'
import { createRecipes } from './files/recipes.ts'
import { createConsentLedger } from './ledger/consent-ledger.ts'
import type { Store } from './open-store.ts'
import { createPastLists } from './plans/past-lists.ts'
import { createPlanGroups } from './plans/plan-groups.ts'
import { createPlanRevision } from './plans/plan-revision.ts'
import { createPlanRows } from './plans/plan-rows.ts'
import { createPlans } from './plans/plans.ts'
import { createReleasedRows } from './plans/released-rows.ts'
import { createCalls } from './runs/calls.ts'
import { createImportedMessages } from './runs/imported-messages.ts'
import { createRunRows } from './runs/run-rows.ts'
import { createRuns } from './runs/runs.ts'
import { createUnreconciledCalls } from './runs/unreconciled-calls.ts'
import { createSettings } from './settings.ts'

const factories = {
  calls: createCalls,
  consentLedger: createConsentLedger,
  contacts: createContacts,
  customFields: createCustomFields,
  departments: createDepartments,
  doNotText: createDoNotText,
  contactClaims: createContactClaims,
  drafts: createDrafts,
  fileEdits: createFileEdits,
  files: createFiles,
  importedMessages: createImportedMessages,
  pastLists: createPastLists,
  planGroups: createPlanGroups,
  planRevision: createPlanRevision,
  planRows: createPlanRows,
  plans: createPlans,
  recipes: createRecipes,
  releasedRows: createReleasedRows,
  runRows: createRunRows,
  runs: createRuns,
  settings: createSettings,
  syncPages: createSyncPages,
  syncs: createSyncs,
  unknownAtService: createUnknownAtService,
  unreconciledCalls: createUnreconciledCalls,
} satisfies Record<string, (store: Store) => unknown>

export type Tables = { readonly [Name in keyof typeof factories]: ReturnType<(typeof factories)[Name]> }

const tablesByStore = new WeakMap<Store, Tables>()

/** The statements of a store, by table. They are prepared once per store: each table's when it is first asked for. */
export function tablesOf(store: Store): Tables {
  const known = tablesByStore.get(store)
  if (known !== undefined) return known
  const tables: Tables = Object.defineProperties(
    Object.create(null),
    Object.fromEntries(Object.entries(factories).map(([name, create]) => [name, lazy(() => create(store))])),
  )
  tablesByStore.set(store, tables)
  return tables
}

function lazy(make: () => unknown): PropertyDescriptor {
  let made: unknown
  return { enumerable: true, get: () => (made ??= make()) }
}
