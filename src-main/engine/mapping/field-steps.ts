import type { CustomFieldDefinition } from '../service/customer.ts'
import type { SourceRow } from '../source/source-schema.ts'
import { exampleFlagWords, isFlagTarget, readFlag } from './boolean-words.ts'
import type { FlagTarget } from './boolean-words.ts'
import { boundedMemo } from './bounded-memo.ts'
import { onOneLine, readCell, wordKey } from './cell-text.ts'
import { readEmail } from './email-address.ts'
import { isWebAddress, splitLinks, splitList, toTags } from './list-cell.ts'
import type { DesiredContact, DesiredMessage, MappedRow } from './mapped-row.ts'
import type { FieldRule, Recipe } from './recipe.ts'
import { canBeCleared, flagOf } from './recipe-mistakes.ts'
import type { Scalar } from './recipe-mistakes.ts'
import { readSentAt } from './sent-at.ts'
import type { DayOrder } from './sent-at.ts'
import { createIssueMaker } from './mapping-issue.ts'
import type { IssueMaker } from './mapping-issue.ts'

/** One rule of a recipe, ready for rows: reads its cells and writes its field of the mapped row. Pure, never throws. */
export type FieldStep = (row: SourceRow, out: MappedRow) => void

/** What a rule needs to know beyond itself. */
export interface RuleContext {
  recipe: Recipe
  /** Positions of the rule's columns, in the order of `from`. */
  indexes: readonly number[]
  /** Of a `custom:` rule. */
  customField: CustomFieldDefinition | null
  /** How the column writes dates with slashes; null when that cannot be told. */
  dayOrder: DayOrder | null
  /** Columns whose text must not appear in issues: message bodies. */
  secretColumns: ReadonlySet<string>
}

/** Text of the rule's cells; '' when they are blank, undefined when the row is too short to have them. */
type CellsReader = (row: SourceRow) => string | undefined

const clear: unique symbol = Symbol('clear')
const leave: unique symbol = Symbol('leave')
const unknown: unique symbol = Symbol('unknown')
type Meaning = string | typeof clear | typeof leave | typeof unknown

/** Makes the step of one rule. The recipe must be free of mistakes (`recipeMistakes`). */
export function createFieldStep(rule: FieldRule, context: RuleContext): FieldStep {
  const { to } = rule
  const issues = createIssueMaker(rule.from ?? [], context.secretColumns)
  if (to === 'evidence') return evidenceStep(rule, context)
  const read = cellsReader(rule, context.indexes)
  if (isFlagTarget(to)) return flagStep(rule, to, read, issues)
  if (to === 'tags') return tagsStep(rule, read, clearsBlank(rule, context.recipe), issues)
  const resolve = textResolver(rule, clearsBlank(rule, context.recipe))
  switch (to) {
    case 'body':
      return bodyStep(read, resolve, rule, issues)
    case 'attachments':
      return textStep(read, resolve, rule, issues, attachmentsWriter(rule, issues))
    case 'sentAt':
      return textStep(read, resolve, rule, issues, sentAtWriter(context.dayOrder, issues))
    case 'name':
      return textStep(read, resolve, rule, issues, (text, _row, out) => (contactOf(out).name = text === null ? null : onOneLine(text)))
    case 'notes':
      return textStep(read, resolve, rule, issues, (text, _row, out) => (contactOf(out).notes = text))
    case 'email':
      return textStep(read, resolve, rule, issues, emailWriter(issues))
    default:
      return textStep(read, resolve, rule, issues, customFieldWriter(context.customField, issues))
  }
}

/** Blank cells clear where the rule says so, or where the recipe does and the field can be empty. */
function clearsBlank(rule: FieldRule, recipe: Recipe): boolean {
  return (rule.blank ?? recipe.blank) === 'clear' && canBeCleared(rule)
}

function cellsReader(rule: FieldRule, indexes: readonly number[]): CellsReader {
  if (rule.from === undefined) {
    const constant = rule.value === null || rule.value === undefined ? '' : readCell(String(rule.value))
    return () => constant
  }
  const [only] = indexes
  if (indexes.length === 1 && only !== undefined) {
    return (row) => {
      const cell = row.cells[only]
      return cell === undefined ? undefined : readCell(cell)
    }
  }
  const join = rule.join ?? ' '
  return (row) => {
    let joined = ''
    let isShort = false
    for (const index of indexes) {
      const cell = row.cells[index]
      if (cell === undefined) {
        isShort = true
        continue
      }
      const text = readCell(cell)
      if (text !== '') joined = joined === '' ? text : joined + join + text
    }
    return joined === '' && isShort ? undefined : joined
  }
}

/** What a text means to a rule: the text itself or the one its value map gives. */
function textResolver(rule: FieldRule, clearBlank: boolean): (text: string) => Meaning {
  const blank: Meaning = (rule.from === undefined && rule.value !== undefined) || clearBlank ? clear : leave
  const values = rule.values
  if (values === undefined) return (text) => (text === '' ? blank : text)
  const map = new Map<string, Meaning>(Object.entries(values).map(([key, value]) => [wordKey(key), toText(value)]))
  return boundedMemo(1000, (text): Meaning => {
    const found = map.get(wordKey(text))
    if (found !== undefined) return found
    return text === '' ? blank : unknown
  })
}

function toText(value: Scalar): string | typeof clear {
  const text = value === null ? '' : readCell(String(value))
  return text === '' ? clear : text
}

type TextWriter = (text: string | null, row: SourceRow, out: MappedRow) => void

function textStep(read: CellsReader, resolve: ReturnType<typeof textResolver>, rule: FieldRule, issues: IssueMaker, write: TextWriter): FieldStep {
  const known = rule.values === undefined ? [] : Object.keys(rule.values)
  return (row, out) => {
    const text = read(row)
    if (text === undefined) return
    const meaning = resolve(text)
    if (meaning === leave) return
    if (meaning === unknown) out.issues.push(issues.unknownValue(row.line, text, known))
    else write(meaning === clear ? null : meaning, row, out)
  }
}

function emailWriter(issues: IssueMaker): TextWriter {
  return (text, row, out) => {
    if (text === null) {
      contactOf(out).email = null
      return
    }
    const reading = readEmail(text)
    if (reading === null) {
      out.issues.push(
        issues.make(row.line, 'email.invalid', text, (shown) => `${shown} is not an e-mail address.`, 'Write one address, such as name@example.com, or leave the cell blank.'),
      )
      return
    }
    contactOf(out).email = reading.email
    if (reading.hasOthers) {
      out.issues.push(
        issues.warn(row.line, 'email.several', text, () => 'The cell holds several e-mail addresses; the first is taken.', 'Nothing to do, unless another one should be used.'),
      )
    }
  }
}

function customFieldWriter(field: CustomFieldDefinition | null, issues: IssueMaker): TextWriter {
  if (field === null) throw new Error('A custom field rule was not resolved')
  return (text, row, out) => {
    if (text !== null && field.dataType === 'link' && !isWebAddress(text)) {
      out.issues.push(
        issues.make(row.line, 'link.invalid', text, (shown) => `${shown} is not a web address, and "${field.name}" takes only those.`, 'Write the whole address, starting with https://.'),
      )
      return
    }
    const contact = contactOf(out)
    contact.customFields ??= {}
    contact.customFields[field.uuid] = text ?? ''
  }
}

function attachmentsWriter(rule: FieldRule, issues: IssueMaker): TextWriter {
  return (text, row, out) => {
    const links = text === null ? [] : splitLinks(text, rule.separator)
    const wrong = links.find((link) => !isWebAddress(link))
    if (wrong === undefined) messageOf(out).attachments = links
    else {
      out.issues.push(
        issues.make(row.line, 'attachment.invalid', wrong, (shown) => `${shown} is not a web address, so it cannot be attached.`, 'Attachments are web addresses that start with https://.'),
      )
    }
  }
}

function sentAtWriter(order: DayOrder | null, issues: IssueMaker): TextWriter {
  const explain = {
    ambiguous: 'could mean two different days',
    unreadable: 'is not a date and time that Rollcall can read',
    spreadsheet_number: 'is a date that a spreadsheet turned into a number',
  }
  return (text, row, out) => {
    if (text === null) return
    const reading = readSentAt(text, order)
    if (reading.seconds !== null) {
      messageOf(out).sentAtSeconds = reading.seconds
      return
    }
    const { fault } = reading
    out.issues.push(
      issues.make(
        row.line,
        fault === 'ambiguous' ? 'date.ambiguous' : 'date.unreadable',
        text,
        (shown) => `${shown} ${explain[fault]}.`,
        'Write dates as 2024-03-12 14:05, in the spreadsheet by giving the column that date format.',
      ),
    )
  }
}

function bodyStep(read: CellsReader, resolve: ReturnType<typeof textResolver>, rule: FieldRule, issues: IssueMaker): FieldStep {
  const known = rule.values === undefined ? [] : Object.keys(rule.values)
  return (row, out) => {
    const text = read(row) ?? ''
    const meaning = resolve(text)
    if (meaning === unknown) out.issues.push(issues.unknownValue(row.line, text, known))
    else if (typeof meaning === 'string') messageOf(out).body = meaning
    else out.issues.push(issues.make(row.line, 'body.empty', null, () => 'The message has no text.', 'Fill in the text, or leave the row out.'))
  }
}

function flagStep(rule: FieldRule, target: FlagTarget, read: CellsReader, issues: IssueMaker): FieldStep {
  const { values } = rule
  const map = values === undefined ? null : new Map(Object.entries(values).map(([key, value]) => [wordKey(key), flagOf(target, value) ?? null]))
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
      if (target === 'consent') out.consent = flag
      else contactOf(out)[target] = flag
    }
  }
}

function tagsStep(rule: FieldRule, read: CellsReader, clearBlank: boolean, issues: IssueMaker): FieldStep {
  const handling = rule.tags ?? 'add'
  const values = rule.values === undefined ? null : new Map(Object.entries(rule.values).map(([key, value]) => [wordKey(key), value === null ? '' : String(value)]))
  const known = Object.keys(rule.values ?? {})
  const blankClears = clearBlank || (rule.from === undefined && handling === 'replace')
  const readTags = boundedMemo(5000, (text) => {
    const whole = values?.get(wordKey(text))
    const items = whole === undefined ? splitList(text, rule.separator) : splitList(whole, rule.separator)
    const unknownItem = whole !== undefined || values === null ? undefined : items.find((item) => !values.has(wordKey(item)))
    const mapped = whole !== undefined || values === null ? items : items.flatMap((item) => splitList(values.get(wordKey(item)) ?? '', rule.separator))
    return { ...toTags(mapped), unknownItem }
  })
  return (row, out) => {
    const text = read(row)
    if (text === undefined) return
    if (text === '' && values?.get('') === undefined) {
      if (blankClears) contactOf(out).tags = { handling, tags: [] }
      return
    }
    const { tags, impossible, unknownItem } = readTags(text)
    if (unknownItem !== undefined) out.issues.push(issues.unknownValue(row.line, unknownItem, known))
    for (const tag of impossible) {
      out.issues.push(
        issues.make(row.line, 'tag.comma', tag, (shown) => `The tag ${shown} contains a comma, and the service takes a comma as the end of a tag.`, 'Rename the tag in the file, or give it another name in the recipe\'s "values".'),
      )
    }
    if (tags.length > 0) contactOf(out).tags = { handling, tags: tags.slice() }
    else if (blankClears && impossible.length === 0 && unknownItem === undefined) contactOf(out).tags = { handling, tags: [] }
  }
}

function evidenceStep(rule: FieldRule, context: RuleContext): FieldStep {
  const columns = (rule.from ?? []).map((name, position) => ({ name, index: context.indexes[position] ?? -1 }))
  const constant = rule.from === undefined && rule.value !== null && rule.value !== undefined ? readCell(String(rule.value)) : ''
  return (row, out) => {
    out.evidence ??= {}
    if (constant !== '') out.evidence.evidence = constant
    for (const { name, index } of columns) {
      const text = readCell(row.cells[index] ?? '')
      if (text !== '') out.evidence[name] = text
    }
  }
}

function contactOf(out: MappedRow): DesiredContact {
  out.contact ??= {}
  return out.contact
}

function messageOf(out: MappedRow): DesiredMessage {
  out.message ??= { body: '', attachments: [], sentAtSeconds: null }
  return out.message
}
