import type { Command } from 'commander'
import type { EngineClient, GroupDetail } from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { groupObject, groupsText } from '../output/duplicates-report.ts'
import { wholeNumber } from '../options/option-values.ts'
import { planObject, planText } from '../output/plan-report.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { counted } from '../output/number-words.ts'

interface DuplicatesOptions extends CommonOptions {
  open?: boolean
  limit: number
  pick?: number[]
  apart?: number[]
}

const pageGroups = 500

const help = `
Lists the contacts that several rows of a plan are about: the lines, what they differ in, and what they come to. What becomes
of them is up to the recipe: "duplicates" (last, first, invalid or merge), "duplicateBy" and "merge". Rows about two contacts
that the service already has are never merged; they are invalid until you pick one. --pick keeps one row of its group and
leaves the others out. --apart says that rows which share an e-mail address or the like are about different contacts: each counts
for its own phone number; rows with the same number are one contact of the service and stay together. Both are corrections of
the file, so "rollcall corrections" lists them and takes them back.

Examples:
  $ rollcall duplicates 5d0c8a7e-…
  $ rollcall duplicates 5d0c8a7e-… --open --json
  $ rollcall duplicates 5d0c8a7e-… --pick 17 --pick 23
  $ rollcall duplicates 5d0c8a7e-… --apart 17`

export function addDuplicates(program: Command, context: CommandContext): void {
  program
    .command('duplicates')
    .description('list the contacts that several rows of a plan are about, and pick a row')
    .argument('<plan>', 'the plan, from "rollcall plan"')
    .option('--open', 'only those of which no row counts until you pick one')
    .option('--limit <count>', 'how many are listed', wholeNumber, 20)
    .option(
      '--pick <line>',
      'keep the row on this line and leave out the others about its contact; repeatable',
      (text: string, before: number[] | undefined) => [...(before ?? []), wholeNumber(text)],
    )
    .option(
      '--apart <line>',
      'the row on this line and those grouped with it are about different contacts; repeatable',
      (text: string, before: number[] | undefined) => [...(before ?? []), wholeNumber(text)],
    )
    .addHelpText('after', help)
    .action(async (planId: string, _options, command: Command) => duplicates(context, planId, command.optsWithGlobals()))
}

async function duplicates(context: CommandContext, planId: string, options: DuplicatesOptions): Promise<void> {
  await withAccount(context, options, async ({ client }) => {
    if (options.pick !== undefined && options.apart !== undefined)
      throw new AppError('usage', 'Both --pick and --apart were given.', 'Give one of them at a time.')
    if (options.pick !== undefined) return pick(context, client, planId, options, options.pick)
    if (options.apart !== undefined) return setApart(context, client, planId, options, options.apart)
    const limit = Math.min(options.limit, pageGroups)
    const page = answered(await client.call('plans.groups', { planId, open: options.open ?? false, offset: 0, limit: Math.max(1, limit) }))
    const groups: GroupDetail[] = []
    for (const { group } of page.groups.slice(0, limit)) groups.push(answered(await client.call('plans.group', { planId, group })))
    report(
      context,
      options,
      { plan: planId, groups: page.total, unsettled: page.unresolved, duplicates: groups.map(groupObject) },
      groupsText(groups, page.total),
    )
  })
}

async function pick(
  context: CommandContext,
  client: EngineClient,
  planId: string,
  options: DuplicatesOptions,
  lines: readonly number[],
): Promise<void> {
  const others = new Set<number>()
  for (const line of new Set(lines)) {
    const group = await groupOf(client, planId, line)
    for (const other of group.allLines) if (other !== line) others.add(other)
  }
  const both = lines.find((line) => others.has(line))
  if (both !== undefined)
    throw new AppError('usage', `Line ${both} is about the same contact as another line that is picked.`, 'Pick one line of each contact.')
  const { plan } = answered(
    await client.call('plans.revise', { planId, corrections: [{ kind: 'exclude', lines: [...others].sort((a, b) => a - b) }] }),
  )
  context.terminal.note(`${counted(others.size, 'row')} left out.`)
  report(context, options, planObject(plan), planText(plan))
}

async function setApart(
  context: CommandContext,
  client: EngineClient,
  planId: string,
  options: DuplicatesOptions,
  lines: readonly number[],
): Promise<void> {
  const all = new Set<number>()
  for (const line of lines) {
    const { allLines, members } = await groupOf(client, planId, line)
    const contacts = new Set(members.flatMap(({ contact }) => contact?.uuid ?? contact?.phone ?? []))
    if (contacts.size < 2)
      throw new AppError(
        'usage',
        `The rows grouped with line ${line} have the same phone number, which is one contact of the service.`,
        'Pick one of them with --pick, or correct the number.',
      )
    for (const one of allLines) all.add(one)
  }
  const { plan } = answered(
    await client.call('plans.revise', { planId, corrections: [{ kind: 'apart', lines: [...all].sort((a, b) => a - b) }] }),
  )
  context.terminal.note(`${counted(all.size, 'row')} told apart.`)
  report(context, options, planObject(plan), planText(plan))
}

async function groupOf(client: EngineClient, planId: string, line: number): Promise<GroupDetail> {
  for (let offset = 0; ; offset += pageGroups) {
    const { groups, total } = answered(await client.call('plans.groups', { planId, offset, limit: pageGroups }))
    for (const { group, lines, rows } of groups) {
      if (!lines.includes(line) && rows <= lines.length) continue
      const detail = answered(await client.call('plans.group', { planId, group }))
      if (detail.allLines.includes(line)) return detail
    }
    if (groups.length === 0 || offset + groups.length >= total) break
  }
  throw new AppError(
    'usage',
    `No other row is about the same contact as line ${line}.`,
    'Give a line that "rollcall duplicates PLAN" lists.',
  )
}
