import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sample } from './bridge.ts'

const known: { part: string; title: string; description: string }[] = [
  { part: 'hubspot', title: 'HubSpot', description: '309 contacts, with record IDs' },
  { part: 'salesforce', title: 'Salesforce', description: '306 contacts, with opt-out flags' },
  { part: 'google', title: 'Google Contacts', description: '301 contacts, with several phones' },
  { part: 'outlook', title: 'Outlook', description: '260 contacts, in 90 columns' },
  { part: 'mailchimp', title: 'Mailchimp', description: '323 contacts, with opt-in dates' },
  { part: 'consent', title: 'Consent list', description: '259 answers, with evidence' },
  { part: 'message', title: 'Message history', description: '394 messages, both ways' },
  { part: 'new-clients', title: 'Excel, new clients', description: '180 rows, most of them new people' },
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
