import { isSupportedCountry } from 'libphonenumber-js'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { recipeOptions } from '../../kinds/kind-descriptor.ts'
import { isFlagTarget, isOptOutKeyword, readFlag, saysNotAsked, saysOpposite } from '../../text/boolean-words.ts'
import type { FlagTarget } from '../../text/boolean-words.ts'
import { readDelimiter, readQuote } from '../../source/csv/detect-dialect.ts'
import { knownEncoding } from '../../source/encoding/encoding-names.ts'
import { readCell, wordKey } from '../../text/cell-text.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import { duplicateMistakes } from './duplicate-mistakes.ts'
import { importsThat } from './imports-that.ts'
import { readEmail } from '../../text/email-address.ts'
import { isWebAddress, splitLinks, splitList, toTags } from '../compile/list-cell.ts'
import { createsContacts } from '../../model/recipes/recipe-mode.ts'
import type { FieldRule, Recipe, Target } from '../../model/recipes/recipe-schema.ts'
import { readSentAt } from '../templates/sent-at.ts'
import { isTimeZone } from '../templates/sent-at-text.ts'
import type { RecipeMistake } from './recipe-mistake.ts'
import { hoursMistake } from '../../text/texting/text-hours.ts'
import { stepMistakes } from '../steps/step-mistakes.ts'
import { isTimePlace, readTemplate, templateColumns } from '../templates/template.ts'

export type Scalar = string | boolean | number | null

/** Everything about a well-formed recipe that cannot work with any file. Empty when all is well. */
export function findRecipeMistakes(recipe: Recipe): RecipeMistake[] {
  return [
    ...sourceMistakes(recipe.source),
    ...wholeRecipe(recipe),
    ...repeatedTargets(recipe.fields),
    ...duplicateMistakes(recipe),
    ...recipe.fields.flatMap((rule, index) =>
      ruleMistakes(rule, recipe).map(({ path, message }) => ({ path: `fields[${index}]${path === '' ? '' : `.${path}`}`, message })),
    ),
  ]
}

/** A value of a recipe as true or false; null means "leave as it is", undefined that it is neither. */
export function flagOf(target: FlagTarget, value: Scalar): boolean | null | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (target === 'consent' && saysNotAsked(String(value))) return null
  return readFlag(target, String(value)) ?? undefined
}

function sourceMistakes({ encoding, delimiter, quote }: Recipe['source']): RecipeMistake[] {
  const mistakes: RecipeMistake[] = []
  if (encoding !== 'auto' && knownEncoding(encoding) === null) {
    mistakes.push({
      path: 'source.encoding',
      message: `"${encoding}" is not an encoding that Rollcall knows; write "auto", or one such as "utf-8" or "windows-1252"`,
    })
  }
  if (readDelimiter(delimiter) === undefined)
    mistakes.push({ path: 'source.delimiter', message: `"${delimiter}" cannot separate cells; write "auto", "tab", or one character` })
  if (readQuote(quote) === undefined)
    mistakes.push({ path: 'source.quote', message: `"${quote}" cannot enclose cells; write "auto", one character, or nothing: ""` })
  return mistakes
}

function wholeRecipe(recipe: Recipe): RecipeMistake[] {
  const mistakes: RecipeMistake[] = []
  const has = (target: Target) => recipe.fields.some((rule) => rule.to === target)
  const { required, options, isToldByRecord, textsPeople, subject } = importDescriptors[recipe.kind]
  if (required !== null && !required.anyOf.some(has)) mistakes.push({ path: 'fields', message: required.message })
  for (const option of recipeOptions) {
    const isSet = recipe[option] !== undefined && recipe[option] !== false
    if (isSet && !options.includes(option))
      mistakes.push({ path: option, message: `belongs to ${importsThat((kind) => kind.options.includes(option))} only` })
  }
  if (recipe.disposition !== undefined && recipe.resolveAfter !== true)
    mistakes.push({ path: 'disposition', message: 'belongs to "resolveAfter": true; of a kind "resolve" it is a field' })
  mistakes.push(...sideMistakes(recipe))
  if (recipe.match.country !== undefined && !isSupportedCountry(recipe.match.country)) {
    mistakes.push({ path: 'match.country', message: `"${recipe.match.country}" is not a country with phone numbers` })
  }
  mistakes.push(...stepMistakes(recipe.match.steps ?? [], true).map(({ path, message }) => ({ path: `match.steps${path}`, message })))
  if (recipe.match.by === 'phone' && recipe.match.phoneColumns !== undefined) {
    mistakes.push({ path: 'match.phoneColumns', message: 'belongs to "by": "uuid"; further phone columns are "otherColumns"' })
  }
  if (recipe.mode === 'update' && recipe.notFound === 'create') {
    mistakes.push({ path: 'notFound', message: 'contradicts "mode": "update", which creates nobody' })
  }
  if (recipe.mode === 'add' && !isToldByRecord) {
    mistakes.push({ path: 'mode', message: `"add" belongs to ${importsThat((kind) => kind.isToldByRecord)} only` })
  }
  mistakes.push(...hourMistakes(recipe))
  if (subject === 'group') mistakes.push(...groupMistakes(recipe))
  if (textsPeople && createsContacts(recipe)) {
    mistakes.push({
      path: recipe.mode === undefined ? 'notFound' : 'mode',
      message: 'creates contacts, and nobody is texted who is not in the account: write "update"',
    })
  }
  if (createsContacts(recipe) && recipe.match.by === 'uuid' && recipe.match.phoneColumns === undefined) {
    mistakes.push({
      path: recipe.mode === undefined ? 'notFound' : 'mode',
      message: 'contacts can only be created when they are matched by phone number',
    })
  }
  return mistakes
}

/** A group is texted by its numbers, in a department for that. */
function groupMistakes({ group, match }: Recipe): RecipeMistake[] {
  return [
    ...(group === undefined
      ? [{ path: 'group', message: 'is needed: name the department for group messaging, by its name or identifier' }]
      : []),
    ...(match.by === 'phone' ? [] : [{ path: 'match.by', message: 'must be "phone": groups are texted by their numbers' }]),
  ]
}

/** Nobody is texted at night. */
function hourMistakes({ sending }: Recipe): RecipeMistake[] {
  const mistake = sending?.hours === undefined ? null : hoursMistake(sending.hours)
  return mistake === null ? [] : [{ path: 'sending.hours', message: mistake }]
}

/** A word cannot mean both sides of a conversation. */
function sideMistakes({ only, whispers }: Recipe): RecipeMistake[] {
  if (only === undefined || whispers === undefined || nameKey(only.column) !== nameKey(whispers.column)) return []
  const ofContacts = new Set(only.is.map(wordKey))
  return whispers.is.flatMap((word, index) =>
    ofContacts.has(wordKey(word))
      ? [
          {
            path: `whispers.is[${index}]`,
            message: `${JSON.stringify(word)} is in "only", too: either the contact wrote these rows, or the office`,
          },
        ]
      : [],
  )
}

function repeatedTargets(fields: readonly FieldRule[]): RecipeMistake[] {
  const firstAt = new Map<string, number>()
  return fields.flatMap((rule, index) => {
    // Evidence is a collection, and of consent every column is heard: several rules may add to them.
    if (rule.to === 'evidence' || rule.to === 'consent') return []
    const key = rule.to.startsWith('custom:') ? nameKey(rule.to) : rule.to
    const before = firstAt.get(key)
    if (before === undefined) firstAt.set(key, index)
    return before === undefined ? [] : [{ path: `fields[${index}].to`, message: `"${rule.to}" is set by fields[${before}] already` }]
  })
}

function ruleMistakes(rule: FieldRule, recipe: Recipe): RecipeMistake[] {
  const { targets, writesRecord } = importDescriptors[recipe.kind]
  const taken: readonly Target[] = targets
  const isCustom = rule.to.startsWith('custom:')
  if (isCustom ? !writesRecord : !taken.includes(rule.to)) {
    const allowed = writesRecord ? [...targets, 'custom:…'] : targets
    return [{ path: 'to', message: `an import of kind "${recipe.kind}" has no "${rule.to}"; it takes ${allowed.join(', ')}` }]
  }
  return [...optionMistakes(rule), ...templateMistakes(rule, recipe), ...valueMistakes(rule)]
}

function optionMistakes(rule: FieldRule): RecipeMistake[] {
  const mistakes: RecipeMistake[] = []
  const { to, from, values } = rule
  if (rule.tags !== undefined && to !== 'tags') mistakes.push({ path: 'tags', message: 'belongs to "tags" only' })
  if (rule.separator !== undefined && to !== 'tags' && to !== 'attachments') {
    mistakes.push({ path: 'separator', message: 'belongs to "tags" and "attachments" only' })
  }
  for (const option of ['join', 'take', 'steps', 'values', 'blank'] as const) {
    if (from !== undefined || rule[option] === undefined || ((option === 'blank' || option === 'steps') && rule.template !== undefined))
      continue
    mistakes.push({
      path: option,
      message: `goes with "from", not with ${rule.template === undefined ? 'a constant "value"' : 'a "template"'}`,
    })
  }
  if (rule.filled !== undefined) {
    if (to !== 'consent') mistakes.push({ path: 'filled', message: 'belongs to "consent" only' })
    else if (from === undefined || values !== undefined)
      mistakes.push({ path: 'filled', message: 'goes with "from", and instead of "values"' })
  }
  if (rule.unconfirmed !== undefined && to !== 'consent') mistakes.push({ path: 'unconfirmed', message: 'belongs to "consent" only' })
  if (rule.take === 'first' && rule.join !== undefined)
    mistakes.push({ path: 'join', message: 'does not go with "take": "first", which joins nothing' })
  if (rule.take === 'first' && to === 'evidence')
    mistakes.push({ path: 'take', message: 'does not go with "evidence", which keeps every column' })
  mistakes.push(...stepMistakes(rule.steps ?? []).map(({ path, message }) => ({ path: `steps${path}`, message })))
  if (rule.overwrite === 'ifEmpty') {
    if (!canBeEmpty(rule)) mistakes.push({ path: 'overwrite', message: whyNeverEmpty(rule) })
    else if (rule.blank === 'clear')
      mistakes.push({ path: 'blank', message: 'contradicts "overwrite": "ifEmpty", which keeps what is there' })
  } else if (rule.overwrite !== undefined && !canBeEmpty(rule)) {
    mistakes.push({ path: 'overwrite', message: whyNeverEmpty(rule) })
  }
  if (rule.blank === 'clear' && !canBeCleared(rule)) mistakes.push({ path: 'blank', message: whyNotCleared(rule) })
  if (isFlagTarget(to) && from !== undefined && values === undefined && rule.filled === undefined) {
    for (const column of from) {
      if (!saysOpposite(to, column)) continue
      const message = `the column "${column}" says the opposite of "${to}": say in "values" what its cells mean, such as {"Yes": false, "No": true}`
      mistakes.push({ path: 'values', message })
    }
  }
  return mistakes
}

/** Whether a target is a text that a template can make. */
function takesTemplate(to: Target): boolean {
  return to === 'name' || to === 'notes' || to === 'body' || to.startsWith('custom:')
}

function templateMistakes(rule: FieldRule, recipe: Recipe): RecipeMistake[] {
  const { to, template, timeZone } = rule
  const mistakes: RecipeMistake[] = []
  const reading = template === undefined ? null : readTemplate(template)
  const columns = templateColumns(reading?.parts ?? [])
  const hasTime = columns.some((column) => isTimePlace(to, column))
  if (reading !== null) {
    const mistake = (message: string) => mistakes.push({ path: 'template', message })
    if (!takesTemplate(to)) mistake('belongs to "name", "notes", "body" and custom fields only')
    if (reading.fault === 'unclosed')
      mistake(`the "{{" at character ${reading.at} is not closed with "}}"; write "{{{{" for the two braces themselves`)
    if (reading.fault === 'unnamed')
      mistake(`the braces at character ${reading.at} name no column; write "{{{{" for the two braces themselves`)
    if (reading.fault === null && columns.length === 0) mistake('names no column; a text that is the same in every row goes into "value"')
    if (hasTime && !recipe.fields.some((one) => one.to === 'sentAt'))
      mistake('{{sentAt}} needs a field with "to": "sentAt", which says where the time stands')
  }
  if (timeZone !== undefined) {
    if (!hasTime) mistakes.push({ path: 'timeZone', message: 'belongs to a "template" with {{sentAt}} only' })
    else if (!isTimeZone(timeZone))
      mistakes.push({ path: 'timeZone', message: `"${timeZone}" is not a time zone; write one such as "America/New_York"` })
  }
  return mistakes
}

/** Whether a blank cell can mean "empty the field": a flag or a message has no empty state. */
export function canBeCleared(rule: FieldRule): boolean {
  if (rule.to === 'tags') return rule.tags === 'replace'
  return rule.to === 'name' || rule.to === 'email' || rule.to === 'notes' || rule.to.startsWith('custom:')
}

/** Whether a field can be empty, so that only then it is filled. */
function canBeEmpty(rule: FieldRule): boolean {
  return rule.to === 'tags' ? rule.tags !== 'remove' : canBeCleared(rule)
}

function whyNeverEmpty(rule: FieldRule): string {
  if (rule.to === 'tags') return 'does not go with "tags": "remove"'
  return `belongs to fields that can be empty: name, email, notes, tags and custom fields, not "${rule.to}"`
}

function whyNotCleared(rule: FieldRule): string {
  if (rule.to === 'tags') return 'a blank cell can clear the tags only together with "tags": "replace"'
  if (rule.to === 'consent') return '"consent" has no empty state; a blank cell leaves it as it is, or refuses with "values": {"": false}'
  if (isFlagTarget(rule.to)) return `"${rule.to}" has no empty state; say what a blank cell means with "values": {"": false} or {"": true}`
  return `"${rule.to}" cannot be cleared`
}

function valueMistakes(rule: FieldRule): RecipeMistake[] {
  const mistakes: RecipeMistake[] = []
  if (rule.value !== undefined) {
    const message = constantMistake(rule, rule.value)
    if (message !== null) mistakes.push({ path: 'value', message })
  }
  const seen = new Map<string, { key: string; value: Scalar }>()
  for (const [key, value] of Object.entries(rule.values ?? {})) {
    const path = `values[${JSON.stringify(key)}]`
    const before = seen.get(wordKey(key))
    if (before !== undefined && before.value !== value) {
      mistakes.push({ path, message: `contradicts ${JSON.stringify(before.key)}: case and spaces do not count` })
    }
    seen.set(wordKey(key), { key, value })
    const message = value === null ? null : (constantMistake(rule, value) ?? wordMistake(rule, key, value))
    if (message !== null) mistakes.push({ path, message })
  }
  return mistakes
}

/** Whoever wrote it: a blank is no permission, and a refusal is none. */
function wordMistake({ to }: FieldRule, word: string, value: Scalar): string | null {
  if (to !== 'consent' || flagOf(to, value) !== true) return null
  if (readCell(word) === '') return 'a blank cell gives no consent: nobody has agreed there'
  return isOptOutKeyword(word) ? 'is a word by which people refuse texts, so that it cannot mean that they agreed' : null
}

function constantMistake(rule: FieldRule, value: Scalar): string | null {
  const { to } = rule
  if (isFlagTarget(to)) return typeof flagOf(to, value) === 'boolean' ? null : 'must be true or false'
  const text = value === null ? '' : String(value).trim()
  if (text === '') return canBeCleared(rule) ? null : 'must not be empty'
  if (to === 'email') return readEmail(text) === null ? `"${text}" is not an e-mail address` : null
  if (to === 'sentAt') return readSentAt(text, null).seconds === null ? 'must be a date and time such as "2024-03-12T14:05:00Z"' : null
  if (to === 'attachments')
    return splitLinks(text, rule.separator).every(isWebAddress) ? null : 'must be web addresses that start with https://'
  if (to === 'tags') return toTags(splitList(text, rule.separator)).impossible.length === 0 ? null : 'a tag cannot contain a comma'
  return null
}
