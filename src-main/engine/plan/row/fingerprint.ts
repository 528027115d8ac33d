import { hash } from 'node:crypto'
import type { PostKind } from '../../kinds/calls/call-descriptor.ts'
import type { DesiredMessage } from '../../model/plans/mapped-row.ts'

/**
 * Identifies a message or a whisper: by its contact's number, department, text, attachments and time. Of a text that a template made
 * only the cells count, so that the same history with another template is not imported a second time. Messages that are the
 * same in all of these are distinguished by counting them: see `numberedFingerprint`.
 */
export function messageFingerprint(phone: string, groupUuid: string | null, message: DesiredMessage, as: PostKind = 'import'): string {
  const said = [phone, groupUuid, message.identity ?? message.body, message.attachments, message.sentAtSeconds]
  return hash('sha256', JSON.stringify(as === 'import' ? said : [...said, as]), 'hex')
}

/** The fingerprint of the `occurrence`-th (from 1) of equal messages in a file. */
export function numberedFingerprint(fingerprint: string, occurrence: number): string {
  return `${fingerprint}:${occurrence}`
}

/** A fingerprint as a number (52 bits), small enough to count a million messages by in memory. */
export function fingerprintNumber(fingerprint: string): number {
  return Number.parseInt(fingerprint.slice(0, 13), 16)
}
