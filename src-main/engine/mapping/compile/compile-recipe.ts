import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { CustomFieldDefinition, Department, Disposition } from '../../model/contacts/customer.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { bareText } from '../../text/cell-text.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import { dayOrderOf } from '../../text/date-text.ts'
import type { DayOrder } from '../../text/date-text.ts'
import { createConsentDate } from './consent-date.ts'
import { keepRefusal } from './consent-step.ts'
import { createDirectionCheck, createOfficeCheck } from './direction-check.ts'
import type { FieldStep } from './field-rule.ts'
import { createFieldStep } from './field-steps.ts'
import { hasCorrectedCell, isCorrectedIn, onlyCorrectedStep } from './only-corrected.ts'
import { withFilter } from './filtered-refusal.ts'
import type { CompiledMapping, MappedRow } from '../../model/plans/mapped-row.ts'
import { createExportedNumber } from './exported-number.ts'
import { createGroupMatch } from './group-match.ts'
import { createPhoneMatch, createUuidMatch } from './match-step.ts'
import { createRefusalNumber } from './refusal-number.ts'
import type { MatchColumn, MatchStep } from './match-step.ts'
import { timeTextReader } from './message-steps.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { findRecipeMistakes } from '../recipe/find-recipe-mistakes.ts'
import { textParts, type RecordParts } from '../../model/contacts/record-parts.ts'
import { createRowFilter } from './row-filter.ts'
import { createUnheardCheck } from './unheard-check.ts'
import { createWhisperRows, never } from './whisper-rows.ts'
import { createTimeWriter } from '../templates/sent-at-text.ts'
import { createTextSteps } from '../steps/text-steps.ts'
import { columnsOfTemplate, readTemplate } from '../templates/template.ts'
import { createTemplateReader } from '../templates/template-reader.ts'
import type { TemplateReader } from '../templates/template-reader.ts'
import { type FoundRule, resolveNames } from './resolve-names.ts'
import { invalidRecipe } from '../recipe/invalid-recipe.ts'

/** What a mapping needs to know about the account. `country`: two letters, for numbers without a country code. */
export interface MappingAccount {
  country: string
  customFields: CustomFieldDefinition[]
  departments: Department[]
  dispositions?: readonly Disposition[]
}

/** A compiled mapping with what else was resolved on the way. */
export interface CompiledRecipe extends CompiledMapping {
  /** The department of imported messages; null for the service's default. */
  groupUuid: string | null
  /** With what conversations are resolved after their last message; null for nothing in particular. */
  disposition: Disposition | null
  /** What the rules write of a contact's record. */
  parts: RecordParts
  /** The fields that are filled only where they are empty, by their names in `FieldChange.field`. */
  ifEmpty: ReadonlySet<string>
  matchStep: MatchStep
  /** One per rule of the recipe, in its order. */
  rules: CompiledRule[]
}

export interface CompiledRule extends FoundRule {
  step: FieldStep
}

/**
 * Compiles a recipe for one file. Throws `recipe.invalid` naming every mistake in the recipe itself, or `recipe.misfit`
 * naming every column that the file lacks and every custom field and department that the account lacks.
 */
export function compileRecipe(recipe: Recipe, columns: readonly SourceColumn[], account: MappingAccount): CompiledRecipe {
  const mistakes = findRecipeMistakes(recipe)
  if (mistakes.length > 0) throw invalidRecipe(mistakes)

  const {
    matchColumns,
    phoneColumns,
    filter: only,
    whispers,
    rules: found,
    groupUuid,
    disposition,
  } = resolveNames(recipe, columns, account)
  const secretColumns = new Set(found.flatMap(({ rule, columns }) => (rule.to === 'body' ? columns.map(({ name }) => name) : [])))
  const filter = only === null ? null : createRowFilter(only.rule, only.column, secretColumns.has(only.column.name))
  const country = recipe.match.country ?? account.country
  // Who is gone from the account is not looked for by a number that somebody else may have by now.
  const otherColumns = recipe.onlyCorrected === true ? [] : phoneColumns
  const matchStep = matchStepOf(recipe, matchColumns, otherColumns, country, secretColumns)
  const isWhisper = whispers === null ? never : createWhisperRows(whispers)
  const whisperStep = whispers?.phone ? matchStepOf(recipe, [whispers.phone], [], country, secretColumns, 'phone') : matchStep
  const refusalNumber = createRefusalNumber(recipe, columns, recipe.match.by === 'phone' ? matchColumns : phoneColumns, country)
  const exportedNumber = recipe.exported === true ? createExportedNumber(phoneColumns, country) : null
  const dayOrderIn = ({ columns: own }: FoundRule): DayOrder | null =>
    dayOrderOf(columns.filter((column) => own.some(({ index }) => index === column.index)).flatMap((column) => column.samples))
  const rules = found.map((one): CompiledRule => {
    const context = {
      recipe,
      indexes: one.columns.map(({ index }) => index),
      names: one.columns.map(({ name }) => name),
      customField: one.customField,
      dispositions: account.dispositions ?? [],
      template: templateReader(one, found.find(({ rule }) => rule.to === 'sentAt') ?? null, dayOrderIn),
      dayOrder: dayOrderIn(one),
      secretColumns,
    }
    const step = createFieldStep(one.rule, context)
    return { ...one, step: recipe.onlyCorrected === true ? onlyCorrectedStep(step, one.rule, context.indexes) : step }
  })
  const checkDirection = createDirectionCheck(recipe, columns, secretColumns, account)
  const checkOffice = createOfficeCheck(recipe, columns, secretColumns, account)
  const steps = inOrder(rules).map(({ step }) => step)
  const { writesRecord } = importDescriptors[recipe.kind]
  const consentColumns = new Set(
    found.flatMap(({ rule, columns: own }) => (rule.to === 'consent' ? issueColumns(own.map(({ name }) => name)) : [])),
  )
  const checkUnheard = createUnheardCheck(recipe, columns)
  const consentDate = createConsentDate(found, columns)
  const nameParts = partsOfName(found)
  const mapWhole = (row: SourceRow): MappedRow => {
    const out: MappedRow = { line: row.line, key: null, issues: [] }
    if (writesRecord) out.contact = {}
    const isByOffice = isWhisper(row)
    const findContact = isByOffice ? whisperStep : matchStep
    findContact(row, out)
    if (recipe.onlyCorrected === true && !hasCorrectedCell(row)) return { ...out, isUntouched: true }
    if (exportedNumber !== null && out.key?.by === 'uuid' && (recipe.onlyCorrected !== true || isCorrectedIn(row, phoneColumns)))
      exportedNumber(row, out)
    for (const step of steps) step(row, out)
    if (nameParts !== null && out.contact?.name && isPartial(nameParts, row)) out.isNamePartial = true
    if (out.issues.some(({ severity, column }) => severity === 'error' && column !== null && consentColumns.has(column)))
      out.isConsentUnreadable = true
    refusalNumber?.(row, out)
    keepRefusal(out, consentColumns)
    checkUnheard?.(row, out)
    if (consentDate !== null && out.consent !== undefined) out.consentAt = consentDate(row, out.consent)
    const checkWriter = isByOffice ? checkOffice : checkDirection
    checkWriter?.(row, out)
    if (isByOffice && out.message !== undefined) out.message.isWhisper = true
    return out
  }
  const mapRow = filter === null ? mapWhole : withFilter(mapWhole, (row) => (isWhisper(row) ? null : filter(row)), recipe)
  const customFieldUuid = (target: string): string | null =>
    rules.find(({ rule }) => nameKey(rule.to) === nameKey(target))?.customField?.uuid ?? null
  return { mapRow, customFieldUuid, groupUuid, disposition, parts: partsOf(rules), ifEmpty: ifEmptyOf(rules), matchStep, rules }
}

function matchStepOf(
  { match, kind }: Recipe,
  columns: readonly MatchColumn[],
  phoneColumns: readonly MatchColumn[],
  country: string,
  secretColumns: ReadonlySet<string>,
  by = match.by,
): MatchStep {
  const steps = match.steps === undefined ? null : createTextSteps(match.steps, null)
  if (importDescriptors[kind].subject === 'group') return createGroupMatch(columns, country, secretColumns, steps)
  if (by === 'phone') return createPhoneMatch(columns, country, secretColumns, steps)
  const byPhone = phoneColumns.length === 0 ? null : createPhoneMatch(phoneColumns, country, secretColumns)
  return createUuidMatch(columns, secretColumns, steps, byPhone)
}

/** By what issues call columns, alone or of one rule together. */
function issueColumns(names: readonly string[]): string[] {
  return [...names, names.join(' + ')]
}

/** The columns that make the name together; null where it is one column, or one of several. */
function partsOfName(found: readonly FoundRule[]): readonly MatchColumn[] | null {
  const name = found.find(({ rule }) => rule.to === 'name')
  return name === undefined || name.columns.length < 2 || name.rule.from === undefined || name.rule.take === 'first' ? null : name.columns
}

function isPartial(parts: readonly MatchColumn[], { cells }: SourceRow): boolean {
  return parts.filter(({ index }) => bareText(cells[index] ?? '') !== '').length === 1
}

function ifEmptyOf(rules: readonly CompiledRule[]): ReadonlySet<string> {
  const own = rules.filter(({ rule }) => rule.overwrite === 'ifEmpty')
  return new Set(own.map(({ rule, customField }) => (customField === null ? rule.to : `custom:${customField.uuid}`)))
}

function partsOf(rules: readonly CompiledRule[]): RecordParts {
  const targets = new Set<string>(rules.map(({ rule }) => rule.to))
  return {
    texts: textParts.filter((part) => targets.has(part)),
    tags: targets.has('tags'),
    customFields: rules.flatMap(({ customField }) => (customField === null ? [] : [customField.uuid])),
  }
}

/** The rules in the order in which a row goes through them: a message's text comes last, see `bodyStep`. */
export function inOrder(rules: readonly CompiledRule[]): CompiledRule[] {
  return [...rules.filter(({ rule }) => rule.to !== 'body'), ...rules.filter(({ rule }) => rule.to === 'body')]
}

/** The reader of a rule's template; null without one. `{{sentAt}}` is read by the rule of `sentAt`. */
function templateReader(
  { rule, columns }: FoundRule,
  time: FoundRule | null,
  dayOrderIn: (rule: FoundRule) => DayOrder | null,
): TemplateReader | null {
  const parts = rule.template === undefined ? null : readTemplate(rule.template).parts
  if (parts === null) return null
  const write = createTimeWriter(rule.timeZone ?? null)
  return createTemplateReader({
    to: rule.to,
    parts,
    indexes: new Map(columnsOfTemplate(rule).map((name, position) => [name, columns[position]?.index ?? -1])),
    timeOf:
      time === null
        ? () => ''
        : timeTextReader(
            time.rule,
            time.columns.map(({ index }) => index),
            dayOrderIn(time),
            write,
          ),
  })
}
