import type { MappingPreview, RowIssue, TargetChoice } from '../contract.ts'
import type { HandlersOf } from './handlers.ts'
import { importDescriptors } from '../kinds/all-kinds.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { previewMapping } from '../mapping/preview/preview-mapping.ts'
import type { ImportKind } from '../model/kinds.ts'
import type { PlainTarget } from '../model/recipes/recipe-schema.ts'
import { createOfficeNumberCollector } from '../mapping/suggest/office-number-collector.ts'
import { suggestKind } from '../mapping/suggest/suggest-kind.ts'
import { wordColumns } from '../mapping/suggest/word-collector.ts'
import { suggestRecipe } from '../mapping/suggest/suggest-recipe.ts'
import { mapSourceRow } from '../plan/row/map-source-row.ts'
import type { CustomFieldDefinition } from '../model/contacts/customer.ts'
import type { Dialect, DialectChoice } from '../model/files/source-schema.ts'
import { accountFields } from './account-fields.ts'
import { inspectCorrected, inspectKept } from './read-corrected.ts'
import { preparing, storedFile } from './file-procedures.ts'
import { readWords } from './read-words.ts'
import { fittingRecipes } from './fitting-recipes.ts'
import { mappingRowProcedures } from './mapping-row-procedures.ts'

const targetWords: Record<PlainTarget, { label: string; help: string }> = {
  name: { label: 'Name', help: 'The name of the contact. Several columns are joined.' },
  email: { label: 'E-mail', help: 'The service does not show the present address, so it is always written again.' },
  notes: { label: 'Notes', help: 'Free notes, seen by agents only.' },
  tags: { label: 'Tags', help: 'Added to the tags the contact has, unless you choose otherwise. Spaces become underscores.' },
  archived: { label: 'Archived', help: 'Takes the contact off the dashboard and stops announcements and surveys to it.' },
  blocked: { label: 'Blocked', help: "Hides the contact's messages from the dashboard." },
  unreachable: { label: 'Unsubscribed', help: 'The contact is not messaged at all.' },
  consent: { label: 'Consent', help: 'Whether the contact agreed to be messaged.' },
  evidence: { label: 'Evidence', help: 'Kept beside the consent: when, where and how it was given.' },
  body: { label: 'Message text', help: 'Imported as if the contact had sent it.' },
  attachments: { label: 'Attachments', help: 'Web addresses of files.' },
  timeZone: {
    label: 'Time zone',
    help: 'Where the person lives, such as "America/New_York" or "Eastern", so that nobody is texted at night.',
  },
  disposition: { label: 'Disposition', help: 'What the conversation is resolved with, by its name or identifier in your account.' },
  sentAt: { label: 'Sent at', help: 'Orders the messages of a contact. The service cannot keep the time itself.' },
}

export function mappingProcedures(context: EngineContext): HandlersOf<'mapping'> {
  return {
    ...mappingRowProcedures(context),

    async 'mapping.targets'({ kind }) {
      const { customFields, departments, dispositions } = await accountFields(context.current(), context.clock)
      return {
        targets: targetChoices(kind, customFields),
        departments: departments.map(({ uuid, name, isSmsGroup }) => ({ uuid, name, isSmsGroup })),
        dispositions,
      }
    },

    async 'mapping.suggest'({ fileId, dialect, kind: chosenKind }) {
      const account = context.current()
      const file = storedFile(account, fileId)
      const { columns, rows, dialect: found } = await inspectKept(account, file, dialect, preparing(context, fileId))
      const detected = suggestKind(columns, rows)
      const kind = chosenKind ?? detected
      const fields = await accountFields(account, context.clock)
      const office = createOfficeNumberCollector(kind, columns, fields)
      const words = await readWords(account, file, found, wordColumns(kind, columns), office.result() === null ? null : office.add)
      const suggestion = suggestRecipe({ kind, columns, rows, account: fields, words, office: office.result() })
      const saved = await fittingRecipes(account, file, fields)
      return {
        kind,
        detected,
        recipe: { ...suggestion.recipe, source: { ...dialect, skipLines: titleLines(dialect, found) } },
        columns: suggestion.columns,
        saved,
      }
    },

    async 'mapping.preview'({ fileId, recipe }) {
      const account = context.current()
      const { columns, dialect, rows } = await inspectCorrected(account, storedFile(account, fileId), recipe.source)
      const fields = await accountFields(account, context.clock)
      try {
        const preview = previewMapping(recipe, columns, rows, fields, (row, mapping) =>
          mapSourceRow(row, { columns, dialect, recipe, mapping }),
        )
        const issues: RowIssue[] = preview.rows.flatMap((row) => row.issues)
        const { rows: rowsTried, withIssues: rowsWithIssues, filtered: rowsFiltered } = preview.counts
        return { columns: preview.columns, rowsTried, rowsWithIssues, rowsFiltered, issues, notices: preview.notices, error: null }
      } catch (error) {
        if (error instanceof AppError && (error.code === 'recipe.misfit' || error.code === 'recipe.invalid')) return unusable(error)
        throw error
      }
    },
  }
}

/** A recipe names the number of lines that were found to be a title: next month's file is read in the same way. */
function titleLines({ skipLines }: DialectChoice, found: Dialect): number {
  return skipLines === 'auto' ? found.skipLines : skipLines
}

function unusable(error: AppError): MappingPreview {
  return { columns: [], rowsTried: 0, rowsWithIssues: 0, rowsFiltered: 0, issues: [], notices: [], error: error.toAnswer() }
}

function targetChoices(kind: ImportKind, customFields: readonly CustomFieldDefinition[]): TargetChoice[] {
  const { targets, writesRecord } = importDescriptors[kind]
  const plain = targets.map((to) => ({ to, ...targetWords[to], custom: false, dataType: 'string' }))
  if (!writesRecord) return plain
  const custom = customFields.map(({ uuid, name, dataType }) => ({
    to: `custom:${uuid}`,
    label: name,
    help: dataType === 'link' ? 'A custom field of the account that takes a web address.' : 'A custom field of the account.',
    custom: true,
    dataType,
  }))
  return [...plain, ...custom]
}
