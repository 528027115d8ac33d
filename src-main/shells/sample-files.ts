import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sample } from './bridge.ts'

const known: { part: string; title: string; description: string }[] = [
  { part: 'hubspot', title: 'HubSpot', description: 'Contacts as HubSpot exports them, with record IDs and lifecycle stages.' },
  { part: 'salesforce', title: 'Salesforce', description: 'A contact report with account names and opt-out flags.' },
  { part: 'google', title: 'Google Contacts', description: 'The CSV export, with several phone numbers for each person.' },
  { part: 'outlook', title: 'Outlook', description: 'The export of about ninety columns, most of them blank.' },
  { part: 'mailchimp', title: 'Mailchimp', description: 'An audience with its opt-in dates and tags.' },
  { part: 'consent', title: 'Consent list', description: 'Who has agreed to text messages, and how it was recorded.' },
  { part: 'message', title: 'Message history', description: 'Earlier text messages, with the day and time of each.' },
]

/** The sample files in the folder, in the order in which people know their programs; none when there is no folder. */
export async function listSamples(folder: string): Promise<Sample[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /\.(csv|tsv|txt|xlsx)$/i.test(name))
    .map((name) => ({ name, rank: known.findIndex(({ part }) => name.toLowerCase().includes(part)) }))
    .sort((a, b) => (a.rank < 0 ? known.length : a.rank) - (b.rank < 0 ? known.length : b.rank) || a.name.localeCompare(b.name))
    .map(({ name, rank }) => ({ name, title: known[rank]?.title ?? name, description: known[rank]?.description ?? 'A sample file.' }))
}

/** Where a listed sample is; null for any other name, so that no path gets in. */
export async function findSample(folder: string, name: string): Promise<string | null> {
  const samples = await listSamples(folder)
  return samples.some((sample) => sample.name === name) ? join(folder, name) : null
}
