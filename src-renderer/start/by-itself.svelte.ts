import type { KeptEntry, UnattendedFile, WatchedFolder } from '../../src-main/engine/contract.ts'
import { call, on } from '../engine.ts'

let ofAccount: string | null = null
let folders = $state.raw<WatchedFolder[]>([])
let entries = $state.raw<KeptEntry[]>([])
let files = $state.raw<UnattendedFile[]>([])
let latest = 0

/** Reads what goes on by itself in the account. Throws what the engine refuses. */
async function load(accountId: string | null = ofAccount): Promise<void> {
  const own = (latest += 1)
  if (accountId !== ofAccount) {
    ofAccount = accountId
    folders = []
    entries = []
    files = []
  }
  if (accountId === null) return
  const [watched, kept, noted] = await Promise.all([call('watches.list', {}), call('schedules.list', {}), call('unattended.list', {})])
  if (own !== latest) return
  folders = watched.folders
  entries = kept.entries
  files = noted.files
}

const isHere = (accountId: string) => accountId === ofAccount
/** Whoever shows it says itself why it cannot be read. */
const reload = () => void load().catch(() => undefined)
on('unattended.changed', ({ accountId }) => isHere(accountId) && reload())
on('unattended.ended', ({ accountId }) => isHere(accountId) && reload())

/** Watched folders, entries of the scheduler, and what became of the files, of the account that is shown. */
export const byItself = {
  get folders() {
    return folders
  },
  get entries() {
    return entries
  },
  get files() {
    return files
  },
  load,
}
