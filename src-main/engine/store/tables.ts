import { createAskedPosts } from './contacts/asked-posts.ts'
import { createContactDifferences } from './contacts/contact-differences.ts'
import { createGoneContacts } from './contacts/gone-contacts.ts'
import { createContacts } from './contacts/contacts.ts'
import { createCustomFields } from './contacts/custom-fields.ts'
import { createDepartments } from './contacts/departments.ts'
import { createContactChanges } from './runs/contact-changes.ts'
import { createContactClaims } from './runs/contact-claims.ts'
import { createDoNotText } from './contacts/do-not-text.ts'
import { createSearchIndex } from './contacts/search-index.ts'
import { createOpenStops } from './contacts/open-stops.ts'
import { createStoppedTexts } from './contacts/stopped-texts.ts'
import { createSyncPages } from './contacts/sync-pages.ts'
import { createSyncs } from './contacts/syncs.ts'
import { createUnknownAtService } from './contacts/unknown-at-service.ts'
import { createDrafts } from './files/drafts.ts'
import { createFileCorrections } from './files/file-corrections.ts'
import { createFiles } from './files/files.ts'
import { createRecipes } from './files/recipes.ts'
import { createForgetting } from './forget/forget-imports.ts'
import { createWrittenFiles } from './forget/written-files.ts'
import { createAwaitedConsents } from './ledger/awaited-consents.ts'
import { createConsentLedger } from './ledger/consent-ledger.ts'
import { createLearntTraits } from './learnt-traits.ts'
import { createSealing } from './ledger/sealing.ts'
import type { Store } from './open-store.ts'
import { createPastLists } from './plans/past-lists.ts'
import { createPlanGroups } from './plans/plan-groups.ts'
import { createProofs } from './runs/proofs.ts'
import { createReplacedRows } from './plans/replaced-rows.ts'
import { createPlanRows } from './plans/plan-rows.ts'
import { createPlans } from './plans/plans.ts'
import { createReleasedHolds } from './plans/released-holds.ts'
import { createCalls } from './runs/calls.ts'
import { createImportedMessages } from './runs/imported-messages.ts'
import { createGroupConversations } from './runs/group-conversations.ts'
import { createTextedPeople } from './runs/texted-people.ts'
import { createTextsLeft } from './runs/texts-left.ts'
import { createUnansweredCalls } from './runs/unanswered-calls.ts'
import { createRunRows } from './runs/run-rows.ts'
import { createRuns } from './runs/runs.ts'
import { createSharedPace } from './runs/shared-pace.ts'
import { createUnreconciledCalls } from './runs/unreconciled-calls.ts'
import { createUnattendedFiles } from './schedule/unattended-files.ts'
import { createSettings } from './settings.ts'

const factories = {
  askedPosts: createAskedPosts,
  awaitedConsents: createAwaitedConsents,
  calls: createCalls,
  consentLedger: createConsentLedger,
  contacts: createContacts,
  customFields: createCustomFields,
  departments: createDepartments,
  doNotText: createDoNotText,
  contactDifferences: createContactDifferences,
  goneContacts: createGoneContacts,
  contactChanges: createContactChanges,
  contactClaims: createContactClaims,
  drafts: createDrafts,
  fileCorrections: createFileCorrections,
  files: createFiles,
  forgetting: createForgetting,
  importedMessages: createImportedMessages,
  learntTraits: createLearntTraits,
  pastLists: createPastLists,
  planGroups: createPlanGroups,
  proofs: createProofs,
  replacedRows: createReplacedRows,
  planRows: createPlanRows,
  plans: createPlans,
  recipes: createRecipes,
  releasedHolds: createReleasedHolds,
  runRows: createRunRows,
  runs: createRuns,
  searchIndex: createSearchIndex,
  sealing: createSealing,
  settings: createSettings,
  sharedPace: createSharedPace,
  stoppedTexts: createStoppedTexts,
  openStops: createOpenStops,
  syncPages: createSyncPages,
  syncs: createSyncs,
  groupConversations: createGroupConversations,
  textedPeople: createTextedPeople,
  textsLeft: createTextsLeft,
  unansweredCalls: createUnansweredCalls,
  unattendedFiles: createUnattendedFiles,
  unknownAtService: createUnknownAtService,
  unreconciledCalls: createUnreconciledCalls,
  writtenFiles: createWrittenFiles,
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
