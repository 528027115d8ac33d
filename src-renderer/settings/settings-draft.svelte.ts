import type { Account, AccountColor } from '../../src-main/engine/contract.ts'
import { look } from '../app/look.svelte.ts'
import { session } from '../app/session.svelte.ts'

/** Numbers that suit most accounts: what "automatic" means. */
export const automatic = {
  concurrency: 8,
  requestsPerMinute: null,
  freshReadAfterMinutes: 60,
  syncMaxAgeHours: 24,
  readsLatestPosts: true,
  textsPerDay: 2000,
} as const

const labels = {
  operator: 'your name',
  country: 'country',
  theme: 'theme',
  textSize: 'text size',
  keepImportsMonths: 'how long imports are kept',
  concurrency: 'requests at once',
  requestsPerMinute: 'requests a minute',
  freshReadAfterMinutes: 'when contacts are read again',
  syncMaxAgeHours: 'how long a sync is trusted',
  textsPerDay: 'people texted a day',
  timeZone: 'time zone of the account',
  readsLatestPosts: 'the look into the latest messages',
  ledgerYears: 'how long the ledger is kept',
  tellOf: 'when you are told',
  mailTo: 'who gets an e-mail',
  name: 'name of the account',
  color: 'color of the account',
} as const
type SettingName = keyof typeof labels

function fieldsOf({ name, operator, color, settings }: Account) {
  return {
    name,
    operator,
    color: color as AccountColor | null,
    country: settings.country,
    theme: settings.theme,
    textSize: settings.textSize,
    keepImportsMonths: settings.keepImportsMonths,
    concurrency: settings.concurrency as number | null,
    requestsPerMinute: settings.requestsPerMinute,
    freshReadAfterMinutes: Math.round(settings.freshReadAfterSeconds / 60) as number | null,
    syncMaxAgeHours: (Math.round(settings.syncMaxAgeSeconds / 360) / 10) as number | null,
    readsLatestPosts: settings.readsLatestPosts,
    textsPerDay: settings.textsPerDay as number | null,
    timeZone: settings.timeZone,
    ledgerYears: settings.ledgerYears as number | null,
    tellOf: settings.tellOf,
    mailTo: settings.mailTo ?? '',
  }
}
type SettingFields = ReturnType<typeof fieldsOf>

const isWhole = (value: number | null, least: number, most: number) =>
  value !== null && Number.isInteger(value) && value >= least && value <= most

/** What cannot be saved, and why, by setting. Pure. */
function mistakesIn(fields: SettingFields): Partial<Record<SettingName, string>> {
  const { name, concurrency, requestsPerMinute, freshReadAfterMinutes, syncMaxAgeHours, ledgerYears, mailTo } = fields
  return {
    ...(name.trim() === '' && { name: 'Give the account a name.' }),
    ...(!isWhole(concurrency, 1, 64) && { concurrency: 'Type a whole number from 1 to 64.' }),
    ...(requestsPerMinute !== null &&
      !isWhole(requestsPerMinute, 1, 100_000) && { requestsPerMinute: 'Type a whole number from 1 to 100,000, or nothing.' }),
    ...(!isWhole(freshReadAfterMinutes, 0, 525_600) && { freshReadAfterMinutes: 'Type a whole number from 0 to 525,600.' }),
    ...((syncMaxAgeHours === null || !(syncMaxAgeHours >= 0 && syncMaxAgeHours <= 8760)) && {
      syncMaxAgeHours: 'Type a number from 0 to 8,760.',
    }),
    ...(mailTo.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mailTo.trim()) && { mailTo: 'Type one e-mail address, or nothing.' }),
    ...(!isWhole(fields.textsPerDay, 1, 100_000) && { textsPerDay: 'Type a whole number from 1 to 100,000.' }),
    ...(!isWhole(ledgerYears, 1, 100) && { ledgerYears: 'Type a whole number from 1 to 100.' }),
  }
}

/** The settings of an account as they are changed, over all pages of the settings, until they are saved. */
export function createSettingsDraft(account: Account) {
  let saved = $state.raw(fieldsOf(account))
  const fields = $state(fieldsOf(account))
  const changed = $derived((Object.keys(labels) as SettingName[]).filter((name) => fields[name] !== saved[name]))
  const mistakes = $derived(mistakesIn(fields))

  return {
    fields,
    get changed() {
      return changed
    },
    /** The changes by name: "text size, country". */
    get summary() {
      return changed.map((name) => labels[name]).join(', ')
    },
    get mistakes() {
      return mistakes
    },
    discard(): void {
      Object.assign(fields, saved)
      look.try(null)
    },
    async save(): Promise<void> {
      const { name, operator, color, country, theme, textSize, keepImportsMonths, readsLatestPosts } = fields
      const { concurrency, requestsPerMinute, freshReadAfterMinutes, syncMaxAgeHours, ledgerYears, tellOf, mailTo } = fields
      const has = (wanted: SettingName) => changed.includes(wanted)
      const everywhere = { ...(has('theme') && { theme }), ...(has('textSize') && { textSize }) }
      await session.update({
        ...(has('name') && { name: name.trim() }),
        ...(has('operator') && { operator: operator.trim() }),
        ...(has('color') && color !== null && { color }),
        settings: {
          ...everywhere,
          ...(has('country') && { country }),
          ...(has('keepImportsMonths') && { keepImportsMonths }),
          ...(has('readsLatestPosts') && { readsLatestPosts }),
          ...(has('concurrency') && concurrency !== null && { concurrency }),
          ...(has('requestsPerMinute') && { requestsPerMinute }),
          ...(has('freshReadAfterMinutes') && freshReadAfterMinutes !== null && { freshReadAfterSeconds: freshReadAfterMinutes * 60 }),
          ...(has('syncMaxAgeHours') && syncMaxAgeHours !== null && { syncMaxAgeSeconds: Math.round(syncMaxAgeHours * 3600) }),
          ...(has('textsPerDay') && fields.textsPerDay !== null && { textsPerDay: fields.textsPerDay }),
          ...(has('timeZone') && { timeZone: fields.timeZone }),
          ...(has('tellOf') && { tellOf }),
          ...(has('mailTo') && { mailTo: mailTo.trim() === '' ? null : mailTo.trim() }),
          ...(has('ledgerYears') && ledgerYears !== null && { ledgerYears }),
        },
      })
      // The computer looks the same in every account.
      if (Object.keys(everywhere).length > 0) await session.updateAll({ settings: everywhere })
      saved = { ...fields }
      look.try(null)
    },
  }
}
export type SettingsDraft = ReturnType<typeof createSettingsDraft>
