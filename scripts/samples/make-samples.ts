import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consentListSample } from './consent-list.ts'
import { googleContactsSample } from './google-contacts.ts'
import { hubspotSample } from './hubspot.ts'
import { mailchimpSample } from './mailchimp.ts'
import { messageHistorySample } from './message-history.ts'
import { newClientsSample } from './new-clients.ts'
import { outlookSample } from './outlook.ts'
import { salesforceSample } from './salesforce.ts'

/** The sample files that are text, by name. Deterministic: the same bytes every time. */
export function sampleFiles(): Record<string, Buffer> {
  return {
    'hubspot.csv': hubspotSample(),
    'salesforce.csv': salesforceSample(),
    'google-contacts.csv': googleContactsSample(),
    'outlook.csv': outlookSample(),
    'mailchimp.csv': mailchimpSample(),
    'consent-list.csv': consentListSample(),
    'message-history.csv': messageHistorySample(),
  }
}

/** `node scripts/samples/make-samples.ts` writes them. */
if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', '..', 'resources', 'samples')
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(sampleFiles())) writeFileSync(join(folder, name), bytes)
  writeFileSync(join(folder, 'new-clients.xlsx'), await newClientsSample())
}
