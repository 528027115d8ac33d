import { AppError } from '../../model/errors.ts'
import { type Backup, newestBackup } from '../backups/backup-files.ts'
import { momentText } from '../../text/moment-text.ts'
import type { Damage } from './inspect-database.ts'

/** What is wrong with the data of an account, in a sentence. */
export function damageSentence(damage: Damage): string {
  switch (damage.kind) {
    case 'missing':
      return 'The data of this account is missing: its file rollcall.db is not there, and it was before.'
    case 'empty':
      return 'The data of this account is empty: its file rollcall.db has 0 bytes, and it had more before.'
    case 'not a database':
      return 'The data of this account is damaged: its file rollcall.db is no database any more.'
    case 'older':
      return 'The data of this account is older than it was when Rollcall last used it: an earlier copy lies in its place.'
    case 'newest missing':
      return 'The newest records in the data of this account are missing: its file rollcall.db-wal is damaged, cut off or gone.'
    case 'altered':
      return 'The data of this account was changed by another program since Rollcall last closed it.'
    case 'pages':
      return `The data of this account is damaged: ${damage.pages} of ${damage.of} parts of its file rollcall.db are not as they were written.`
    case 'structure':
      return 'The data of this account is damaged: records in its file rollcall.db do not fit together.'
  }
}

/** The refusal to open a damaged database, with the newest backup that can take its place. */
export function damagedError(damage: Damage, databasePath: string): AppError {
  return new AppError('store.damaged', damageSentence(damage), restoreHint(newestBackup(databasePath)))
}

export function restoreHint(newest: Backup | null): string {
  const kept = 'Nothing was changed, and the file is kept.'
  if (newest === null)
    return `${kept} There is no backup of it; "rollcall backups restore --as-is" takes the file as it is, where it can still be read.`
  return `${kept} Restore the newest backup, of ${momentText(newest.madeAtMs)}, with "rollcall backups restore".`
}
