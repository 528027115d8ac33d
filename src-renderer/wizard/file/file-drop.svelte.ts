import { announce } from '../../app/announcer.svelte.ts'
import { call, callShell, on, openFile, pickFile } from '../../engine.ts'
import { type Failure, failureOf } from '../../app/failure.ts'
import type { ImportFile } from '../../../src-main/engine/contract.ts'
import { fileTakingWords as words } from '../../words/wizard/file-step-words.ts'

/** Takes files in, one at a time, whichever way they come: dropped, picked, or a sample. */
export function createFileTaking(onOpened: (file: ImportFile) => Promise<void>) {
  let name = $state<string | null>(null)
  let share = $state<number | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let uploading: AbortController | null = null

  async function take(fileName: string, open: () => Promise<ImportFile | null>): Promise<void> {
    if (name !== null) return
    name = fileName
    share = null
    failure = null
    announce(words.opening(fileName))
    // A workbook or an archive is made ready once it is here.
    const end = on('file.progress', (progress) => (share = progress.share))
    try {
      const file = await open()
      if (file) await onOpened(file)
    } catch (error) {
      const what = failureOf(error)
      failure = what.code === 'cancelled' ? null : what
    } finally {
      end()
      name = null
    }
  }

  return {
    /** The file on its way, if any. */
    get name() {
      return name
    },
    /** The part of it that has arrived, 0 to 1; null where that is not known. */
    get share() {
      return share
    },
    get failure() {
      return failure
    },
    stop(): void {
      uploading?.abort()
      void call('files.stop', {}).catch(() => undefined)
    },
    dropped(files: FileList | null | undefined): void {
      const [file, ...others] = files ?? []
      if (file === undefined) return
      if (others.length > 0) {
        failure = {
          code: 'usage',
          message: words.youDroppedFiles(others.length + 1),
          hint: words.dropOneFile,
        }
        return
      }
      uploading = new AbortController()
      const { signal } = uploading
      void take(file.name, () => openFile(file, (part) => (share = part), signal))
    },
    picked(): void {
      void take(words.theFile, pickFile)
    },
    sample(sampleName: string): void {
      void take(sampleName, () => callShell('shell.openSample', { name: sampleName }))
    },
    /** A file that the engine makes, such as the failed rows of a run. */
    made(fileName: string, open: () => Promise<ImportFile>): void {
      void take(fileName, open)
    },
  }
}
export type FileTaking = ReturnType<typeof createFileTaking>
