import type { Output } from '../../../src-main/engine/contract.ts'

export type ShownBackup = Output<'backups.list'>['backups'][number]

/** Why a backup was made. */
export const backupReasonWords: Readonly<Record<ShownBackup['because'], string>> = {
  run: 'After an import',
  day: 'The day’s',
  person: 'You asked for it',
  forgotten: 'After something was forgotten',
  migration: 'Before an update of Rollcall',
}
