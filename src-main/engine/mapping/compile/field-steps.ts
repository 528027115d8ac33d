import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import { exampleFlagWords, isFlagTarget, isOptOutKeyword, readFlag } from '../../text/boolean-words.ts'
import type { FlagTarget } from '../../text/boolean-words.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { type CellsReader, cellsReader, clearsBlank, leave, textResolver, unknown } from './cell-meaning.ts'
import { onOneLine, readCell, wordKey } from '../../text/cell-text.ts'
import { readEmail } from '../../text/email-address.ts'
import { type FieldStep, type RuleContext, textStep, type WriteText } from './field-rule.ts'
import { isWebAddress, splitList, toTags } from './list-cell.ts'
import type { DesiredContact, MappedRow } from '../../model/plans/mapped-row.ts'
import { createIssueMaker } from './mapping-issue.ts'
import type { IssueMaker } from './mapping-issue.ts'
import { consentStep } from './consent-step.ts'
import { timeZoneWriter } from './time-zone-step.ts'
import { dispositionWriter } from './disposition-step.ts'
import { attachmentsWriter, bodyStep, sentAtWriter } from './message-steps.ts'
import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { flagOf } from '../recipe/find-recipe-mistakes.ts'
import { lacksRefusals } from '../recipe/refusing-columns.ts'
import { comparableTag } from '../../model/same-text.ts'
import type { RowIssue } from '../../model/plans/row-issue.ts'
import { isSpreadsheetError } from '../../text/spreadsheet-error.ts'
import { stepIssue } from '../steps/step-issue.ts'
import { steppedReader } from '../steps/stepped-reader.ts'
import { createTextSteps } from '../steps/text-steps.ts'

/** Makes the step of one rule. The recipe must be free of mistakes (`recipeMistakes`). */
export function createFieldStep(rule: FieldRule, context: RuleContext): FieldStep {
  if (rule.to === 'evidence') return evidenceStep(rule, context)
  const issues = createIssueMaker(context.names, context.secretColumns)
  return withoutErrors(fieldStep(rule, context, issues), rule, context, issues)
}

/** A failed formula's error is no value for any field, unless the rule's map says what it means. */
function withoutErrors(step: FieldStep, { values }: FieldRule, { indexes }: RuleContext, issues: IssueMaker): FieldStep {
  const known = new Set(Object.keys(values ?? {}).map(wordKey))
  return (row, out) => {
    for (const index of indexes) {
      const cell = row.cells[index]
      if (cell === undefined || !isSpreadsheetError(cell) || known.has(wordKey(cell))) continue
      out.issues.push(
        issues.make(
          row.line,
          'value.spreadsheet_error',
          cell,
          (shown) => `${shown} is a spreadsheet's error, not a value.`,
          'Correct the cell, or leave it blank: the formula in the workbook found nothing.',
        ),
      )
      return
    }
    step(row, out)
  }
}

function fieldStep(rule: FieldRule, context: RuleContext, issues: IssueMaker): FieldStep {
  const read = context.template?.read ?? cellsReader(rule, context.indexes)
  if (rule.steps === undefined) return targetStep(rule, context, read, issues)
  const readStepped = steppedReader(rule, context.indexes, context.dayOrder, read)
  let stepped: string | undefined
  const step = targetStep(rule, context, () => stepped, issues)
  return (row, out) => {
    const { text, fault } = readStepped(row)
    if (fault !== null) {
      out.issues.push(stepIssue(issues, row.line, text, fault))
      return
    }
    stepped = text
    step(row, out)
  }
}

/** What a text becomes in the rule's field. */
function targetStep(rule: FieldRule, context: RuleContext, read: CellsReader, issues: IssueMaker): FieldStep {
  const { to } = rule
  if (to === 'consent') return consentStep(rule, read, issues, lacksRefusals(context.recipe))
  if (isFlagTarget(to)) return flagStep(rule, to, read, issues)
  const isExported = context.recipe.exported === true
  if (to === 'tags') return tagsStep(rule, read, clearsBlank(rule, context.recipe), isExported, issues)
  const resolve = textResolver(rule, clearsBlank(rule, context.recipe))
  switch (to) {
    case 'body':
      return bodyStep(read, resolve, rule, context, issues)
    case 'attachments':
      return textStep(read, resolve, rule, issues, attachmentsWriter(rule, issues))
    case 'sentAt':
      return textStep(read, resolve, rule, issues, sentAtWriter(context.dayOrder, issues))
    case 'timeZone':
      return textStep(read, resolve, rule, issues, timeZoneWriter(issues))
    case 'disposition':
      return textStep(read, resolve, rule, issues, dispositionWriter(context.dispositions, issues))
    case 'name':
      return textStep(read, resolve, rule, issues, (text, _row, out) => (contactOf(out).name = text === null ? null : onOneLine(text)))
    case 'notes':
      return textStep(read, resolve, rule, issues, (text, _row, out) => (contactOf(out).notes = text))
    case 'email':
      return textStep(read, resolve, rule, issues, emailWriter(isExported, issues))
    default:
      return textStep(read, resolve, rule, issues, customFieldWriter(context.customField, isExported, issues))
  }
}

/** A value that the service would not take. In a file of Rollcall's own it is a mistake only if it is not there already. */
function reject(out: MappedRow, field: string, value: string, isExported: boolean, issue: RowIssue): void {
  if (isExported) (out.ifWritten ??= []).push({ field, value, issue })
  else out.issues.push(issue)
}

function emailWriter(isExported: boolean, issues: IssueMaker): WriteText {
  return (text, row, out) => {
    if (text === null || text === '') {
      contactOf(out).email = text
      return
    }
    const reading = readEmail(text)
    if (reading === null || (isExported && reading.hasOthers)) {
      const issue = issues.make(
        row.line,
        'email.invalid',
        text,
        (shown) => `${shown} is not an e-mail address.`,
        'Write one address, such as name@example.com, or leave the cell blank.',
      )
      if (isExported) contactOf(out).email = text
      reject(out, 'email', text, isExported, issue)
      return
    }
    contactOf(out).email = reading.email
    if (reading.hasOthers) {
      out.issues.push(
        issues.warn(
          row.line,
          'email.several',
          text,
          () => 'The cell holds several e-mail addresses; the first is taken.',
          'Nothing to do, unless another one should be used.',
        ),
      )
    }
  }
}

function customFieldWriter(field: CustomFieldDefinition | null, isExported: boolean, issues: IssueMaker): WriteText {
  if (field === null) throw new Error('A custom field rule was not resolved')
  return (text, row, out) => {
    if (text !== null && text !== '' && field.dataType === 'link' && !isWebAddress(text)) {
      const issue = issues.make(
        row.line,
        'link.invalid',
        text,
        (shown) => `${shown} is not a web address, and "${field.name}" takes only those.`,
        'Write the whole address, starting with https://.',
      )
      reject(out, `custom:${field.uuid}`, text, isExported, issue)
      if (!isExported) return
    }
    const contact = contactOf(out)
    contact.customFields ??= {}
    contact.customFields[field.uuid] = text ?? ''
  }
}

function flagStep(rule: FieldRule, target: Exclude<FlagTarget, 'consent'>, read: CellsReader, issues: IssueMaker): FieldStep {
  const { values } = rule
  const map =
    values === undefined ? null : new Map(Object.entries(values).map(([key, value]) => [wordKey(key), flagOf(target, value) ?? null]))
  const meaning = boundedMemo(1000, (text): boolean | typeof leave | typeof unknown => {
    if (rule.from === undefined) return flagOf(target, rule.value ?? null) ?? leave
    const found = map === null ? readFlag(target, text) : map.get(wordKey(text))
    if (typeof found === 'boolean') return found
    return text === '' || (map !== null && found === null) ? leave : unknown
  })
  const known = values === undefined ? exampleFlagWords(target) : Object.keys(values)
  return (row, out) => {
    const text = read(row)
    if (text === undefined) return
    const flag = meaning(text)
    if (flag === unknown) out.issues.push(issues.unknownValue(row.line, text, known))
    else if (flag !== leave) {
      contactOf(out)[target] = flag
      if (flag && target !== 'archived' && isOptOutKeyword(text)) out.isOptOutExplicit = true
    }
  }
}

function tagsStep(rule: FieldRule, read: CellsReader, clearBlank: boolean, isExported: boolean, issues: IssueMaker): FieldStep {
  const handling = rule.tags ?? 'add'
  const values =
    rule.values === undefined
      ? null
      : new Map(Object.entries(rule.values).map(([key, value]) => [wordKey(key), value === null ? '' : String(value)]))
  const known = Object.keys(rule.values ?? {})
  const blankClears = clearBlank || (rule.from === undefined && handling === 'replace')
  const readTags = boundedMemo(5000, (text) => {
    const whole = values?.get(wordKey(text))
    const items = whole === undefined ? splitList(text, rule.separator) : splitList(whole, rule.separator)
    const unknownItem = whole !== undefined || values === null ? undefined : items.find((item) => !values.has(wordKey(item)))
    const mapped =
      whole !== undefined || values === null ? items : items.flatMap((item) => splitList(values.get(wordKey(item)) ?? '', rule.separator))
    return { ...toTags(mapped, isExported), unknownItem }
  })
  return (row, out) => {
    const text = read(row)
    if (text === undefined) return
    const { tags, impossible, unknownItem } = readTags(text)
    const wanted = isExported ? [...tags, ...impossible.map(comparableTag)] : tags.slice()
    if (unknownItem !== undefined) out.issues.push(issues.unknownValue(row.line, unknownItem, known))
    for (const tag of impossible) {
      const issue = issues.make(
        row.line,
        'tag.comma',
        tag,
        (shown) => `The tag ${shown} contains a comma, and the service takes a comma as the end of a tag.`,
        'Rename the tag in the file, or give it another name in the recipe\'s "values".',
      )
      reject(out, 'tags', comparableTag(tag), isExported, issue)
    }
    if (wanted.length > 0) contactOf(out).tags = { handling, tags: wanted }
    else if (blankClears && impossible.length === 0 && unknownItem === undefined) contactOf(out).tags = { handling, tags: [] }
  }
}

function evidenceStep(rule: FieldRule, context: RuleContext): FieldStep {
  const columns = context.names.map((name, position) => ({
    name,
    index: context.indexes[position] ?? -1,
    issues: createIssueMaker([name], context.secretColumns),
  }))
  const constant = rule.from === undefined && rule.value !== null && rule.value !== undefined ? readCell(String(rule.value)) : ''
  const steps = rule.steps === undefined ? null : createTextSteps(rule.steps, context.dayOrder)
  return (row, out) => {
    out.evidence ??= {}
    if (constant !== '') out.evidence.evidence = constant
    for (const { name, index, issues } of columns) {
      const text = readCell(row.cells[index] ?? '')
      const stepped = steps === null ? null : steps(text)
      if (stepped !== null && stepped.fault !== null) out.issues.push(stepIssue(issues, row.line, text, stepped.fault))
      const kept = stepped === null ? text : (stepped.text ?? '')
      if (kept !== '') out.evidence[name] = kept
    }
  }
}

function contactOf(out: MappedRow): DesiredContact {
  out.contact ??= {}
  return out.contact
}
