import type { Account, PastRun, UnattendedFile } from '../../../src-main/engine/contract.ts'
import { hashOf } from '../../app/route.svelte.ts'
import { agoText, count, counted } from '../format.ts'
import { runWords } from '../kind-words.ts'
import { unattendedNeedWords } from './start-page-words.ts'
import { rowsHeld, waitingText } from '../waiting-words.ts'
import { isTakenUp } from './is-taken-up.ts'

/** Something that waits for somebody, and the place where it is dealt with. */
export interface Need {
  id: string
  title: string
  about: string
  tone: 'accent' | 'warn'
  icon: 'alert' | 'info' | 'pause'
  /** How much of it is done; null where that says nothing. */
  share: number | null
  action: string
  href: string
  /** The run whose held rows the button takes up at once; `href` leads to the run itself. */
  heldIn?: PastRun
  /** A file that went by itself: the button prepares it for a review, and it can be put aside. */
  file?: UnattendedFile
  /** What it is about where that is not this account's: its mark stands in the icon's place, and it is opened first. */
  account?: Account
}

/** A list that was planned and is unlike the last ones of its recipe. */
export interface UnlikeList {
  draftId: string
  fileName: string
  recipeName: string
  message: string
}

const mostOfEach = 5

/** In the order in which it is shown: lists that stopped, imports that stand still, rows that need an OK, expired sign-ins; newest first within. */
export function needsOf(
  runs: readonly PastRun[],
  unlike: readonly UnlikeList[],
  accounts: readonly Account[] = [],
  files: readonly UnattendedFile[] = [],
): Need[] {
  const stopped = unlike.map(({ draftId, fileName, recipeName, message }): Need => ({
    id: `unlike ${draftId}`,
    title: `${fileName} is unlike the last lists of “${recipeName}”`,
    about: message,
    tone: 'warn',
    icon: 'alert',
    share: null,
    action: 'See what differs',
    href: hashOf({ page: 'import', draftId, step: 'review' }),
  }))
  const paused = runs
    .filter(({ state }) => state === 'paused' || state === 'interrupted')
    .map((run): Need => {
      const done = run.done + run.failed + run.unknown
      const all = done + run.pending
      return {
        id: run.id,
        title: `${runWords[run.kind].prefix}${run.fileName} is ${run.state} at ${count(done)} of ${count(all)}`,
        about: run.reason?.message ?? 'It goes on exactly where it stopped.',
        tone: 'accent',
        icon: 'pause',
        share: all === 0 ? 0 : done / all,
        action: 'Continue',
        href: hashOf({ page: 'run', runId: run.id }),
      }
    })
  const waiting = runs
    .map((run) => (isTakenUp(run, runs) ? { ...run, invalid: 0, refusalOnly: 0 } : run))
    .filter((run) => waitingText(run) !== '')
    .map((run): Need => {
      const held = rowsHeld(run)
      return {
        id: run.id,
        title: waitingText(run),
        about: `${run.fileName}, ${agoText(run.finishedAtSeconds ?? run.startedAtSeconds)}`,
        tone: 'warn',
        icon: 'alert',
        share: null,
        action:
          held > 0
            ? `Answer for ${counted(held, run.undo === null ? 'row' : 'field')}`
            : `See ${counted(run.invalid + (run.refusalOnly ?? 0), 'row')}`,
        href: hashOf({ page: 'run', runId: run.id }),
        ...(held > 0 && { heldIn: run }),
      }
    })
  const expired = accounts
    .filter(({ signInExpired, signedIn }) => signInExpired === true && signedIn)
    .map((account): Need => ({
      id: `sign-in ${account.id}`,
      title: `${account.name}: sign-in expired`,
      about: 'The messaging service asks who you are again. Until then nothing is read or imported there.',
      tone: 'warn',
      icon: 'alert',
      share: null,
      action: 'Sign in again',
      href: hashOf({ page: 'sign-in' }),
      account,
    }))
  const troubled = files
    .filter(({ waits, outcome }) => waits && outcome !== 'unlike')
    .map((file): Need => {
      const ran = file.runId !== null && file.outcome !== 'sameFile'
      return {
        id: `file ${file.id}`,
        title: unattendedNeedWords.title(file),
        about: unattendedNeedWords.about(file),
        tone: file.outcome === 'sameFile' ? 'accent' : 'warn',
        icon: file.outcome === 'sameFile' ? 'info' : 'alert',
        share: null,
        action: unattendedNeedWords.action(file),
        href: ran && file.runId !== null ? hashOf({ page: 'run', runId: file.runId }) : '#/',
        file,
      }
    })
  return [stopped, troubled, paused, waiting, expired].flatMap((group) => group.slice(0, mostOfEach))
}
