import type { SourceRow } from '../../model/files/source-schema.ts'
import { type CellsReader, textResolver, unknown } from './cell-meaning.ts'
import type { DayOrder } from '../../text/date-text.ts'
import type { FieldStep, RuleContext, WriteText } from './field-rule.ts'
import { isWebAddress, splitLinks } from './list-cell.ts'
import type { DesiredMessage, MappedRow } from '../../model/plans/mapped-row.ts'
import type { IssueMaker } from './mapping-issue.ts'
import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { readSentAt } from '../templates/sent-at.ts'
import type { TimeWriter } from '../templates/sent-at-text.ts'
import { ruleReader } from '../steps/stepped-reader.ts'

/**
 * The step of a message's text. It comes after the others: a message of attachments alone needs no text (section
 * Endpoints, POST /api/new_customer_post: `comment` is optional). Its template then leaves the time, if it has one.
 */
export function bodyStep(
  read: CellsReader,
  resolve: ReturnType<typeof textResolver>,
  rule: FieldRule,
  context: RuleContext,
  issues: IssueMaker,
): FieldStep {
  const known = Object.keys(rule.values ?? {})
  const { template } = context
  return (row, out) => {
    const text = read(row) ?? ''
    const meaning = resolve(text)
    if (meaning === unknown) {
      out.issues.push(issues.unknownValue(row.line, text, known))
      return
    }
    if (typeof meaning === 'string') messageOf(out).body = meaning
    else if (hasAttachments(out)) messageOf(out).body = template?.readTime(row) ?? ''
    else {
      out.issues.push(
        issues.make(row.line, 'body.empty', null, () => 'The message has no text.', 'Fill in the text, or leave the row out.'),
      )
      return
    }
    if (template !== null) messageOf(out).identity = template.readCells(row)
    if (template?.lacksTime(row) === true && !out.issues.some(({ code }) => code.startsWith('date.'))) {
      out.issues.push(
        issues.warn(
          row.line,
          'date.blank',
          null,
          () => 'The message has no time, so {{sentAt}} is blank in its text.',
          'Fill in the time, or take {{sentAt}} out of the text.',
        ),
      )
    }
  }
}

/** Whether the row has attachments, be they faulty ones. */
function hasAttachments({ message, issues }: MappedRow): boolean {
  return (message?.attachments.length ?? 0) > 0 || issues.some(({ code }) => code === 'attachment.invalid')
}

export function attachmentsWriter(rule: FieldRule, issues: IssueMaker): WriteText {
  return (text, row, out) => {
    const links = splitLinks(text ?? '', rule.separator)
    const wrong = links.find((link) => !isWebAddress(link))
    if (wrong === undefined) messageOf(out).attachments = links
    else {
      out.issues.push(
        issues.make(
          row.line,
          'attachment.invalid',
          wrong,
          (shown) => `${shown} is not a web address, so it cannot be attached.`,
          'Attachments are web addresses that start with https://.',
        ),
      )
    }
  }
}

export function sentAtWriter(order: DayOrder | null, issues: IssueMaker): WriteText {
  const explain = {
    ambiguous: 'could mean two different days',
    unreadable: 'is not a date and time that Rollcall can read',
    spreadsheet_number: 'is a date that a spreadsheet turned into a number',
  }
  return (text, row, out) => {
    if (!text) return
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
        'Say in the mapping how the dates are written ("Write dates in one way" in the options), or write them as 2024-03-12 14:05 in the file.',
      ),
    )
  }
}

/** Reads a row's time as the rule of `sentAt` does, in words, once a row; '' where it has none that can be read. */
export function timeTextReader(
  rule: FieldRule,
  indexes: readonly number[],
  dayOrder: DayOrder | null,
  write: TimeWriter,
): (row: SourceRow) => string {
  const read = ruleReader(rule, indexes, dayOrder)
  const resolve = textResolver(rule, false)
  const timeOf = (row: SourceRow): string => {
    const meaning = resolve(read(row) ?? '')
    if (typeof meaning !== 'string') return ''
    const reading = readSentAt(meaning, dayOrder)
    return reading.seconds === null ? '' : write(reading.seconds, reading.precision)
  }
  let last: { row: SourceRow; text: string } | null = null
  return (row) => {
    if (last?.row !== row) last = { row, text: timeOf(row) }
    return last.text
  }
}

function messageOf(out: MappedRow): DesiredMessage {
  out.message ??= { body: '', attachments: [], sentAtSeconds: null }
  return out.message
}
