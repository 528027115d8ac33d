import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Input } from '../../../../engine/contract.ts'

/** What narrows contacts down, for commands about several of them. */
export interface FilterOptions {
  search?: string
  consent?: NonNullable<Input<'contacts.export'>['consent']>
  flag?: NonNullable<Input<'contacts.export'>['flags']>
  tag?: string[]
  field?: { name: string; value: string }
  changedBy?: string
  notSeenDays?: number
}

function wholeDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a number of days, such as 30.')
}

function fieldAndValue(text: string): { name: string; value: string } {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return { name: name.trim(), value }
  throw new InvalidArgumentError('It is a custom field and its value, such as "Floor=2".')
}

export function withFilterOptions(command: Command): Command {
  return command
    .option('--search <text>', 'only those with these words in name, number, tags, e-mail, custom fields or notes')
    .addOption(new Option('--consent <state...>', 'only those who').choices(['agreed', 'refused', 'notAsked']))
    .addOption(new Option('--flag <flag...>', 'only those who are').choices(['blocked', 'archived', 'unsubscribed', 'noSms']))
    .option('--tag <tag...>', 'only those with one of these tags')
    .option('--field <name=value>', 'only those whose custom field, by name or uuid, says just this', fieldAndValue)
    .option('--changed-by <run>', 'only those that this import changed, from "rollcall history"')
    .option('--not-seen-days <days>', 'only those that the service has not shown for so many days', wholeDays)
}

export function filterOf({ search, consent, flag, tag, field, changedBy, notSeenDays }: FilterOptions) {
  return {
    ...(search !== undefined && { search }),
    ...(consent !== undefined && { consent }),
    ...(flag !== undefined && { flags: flag }),
    ...(tag !== undefined && { tags: tag }),
    ...(field !== undefined && { field: { uuid: field.name, value: field.value } }),
    ...(changedBy !== undefined && { run: changedBy }),
    ...(notSeenDays !== undefined && { notSeenSinceMs: Date.now() - notSeenDays * 86_400_000 }),
  }
}
