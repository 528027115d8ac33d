import type { SettingsSection } from '../../app/route.svelte.ts'

export const sectionTitles: Record<SettingsSection, string> = {
  general: 'General',
  privacy: 'Privacy',
  accounts: 'Accounts',
  schedules: 'Schedules and folders',
  about: 'About',
}

/** Where each setting is, for whoever looks for it by its name. */
export const settingPlaces: readonly { title: string; section: SettingsSection; words: string }[] = [
  { title: 'Your name', section: 'general', words: 'sign operator' },
  { title: 'Country', section: 'general', words: 'phone numbers code' },
  { title: 'Theme', section: 'general', words: 'dark light color look' },
  { title: 'Text size', section: 'general', words: 'letters larger smaller zoom' },
  { title: 'Speed', section: 'general', words: 'advanced requests minute calls concurrency' },
  { title: 'Keep imports for', section: 'general', words: 'retention forget older' },
  { title: 'Backups', section: 'privacy', words: 'restore data' },
  { title: 'Forget', section: 'privacy', words: 'delete remove data imports account' },
  { title: 'How long the ledger is kept', section: 'privacy', words: 'years retention' },
  { title: 'Name and color of the account', section: 'accounts', words: 'rename' },
  { title: 'Sign out', section: 'accounts', words: 'leave' },
  { title: 'Watched folders', section: 'schedules', words: 'watch folder by itself automatic import' },
  { title: 'Schedules', section: 'schedules', words: 'task scheduler cron launchd every day month unattended' },
  { title: 'Tell me of imports that ran by themselves', section: 'schedules', words: 'notification e-mail mail webhook' },
  { title: 'Events of the service', section: 'schedules', words: 'webhook listen fresh tunnel' },
  { title: 'Libraries and their licenses', section: 'about', words: 'licenses open source third party' },
  { title: 'About Rollcall', section: 'about', words: 'version folder' },
]
