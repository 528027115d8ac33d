import type { Answer } from '../../engine/contract.ts'

/** The one channel that the preload asks on, and the one that the engine's events come on. */
export const askChannel = 'rollcall:ask'
export const eventChannel = 'rollcall:event'
/** What the shell tells by itself: see `ShellWord`. */
export const shellChannel = 'rollcall:shell'

/** What the preload may ask of the main process, and what is answered. Paths in `noteDropped` come from the preload alone. */
export interface BridgeAsks {
  call: { input: { procedure: string; input: unknown; account?: string | undefined }; output: Answer<unknown> }
  openFile: { input: null; output: { path: string; name: string } | null }
  noteDropped: { input: { path: string }; output: null }
  chooseFolder: { input: null; output: string | null }
  chooseSavePath: { input: { suggestedName: string }; output: string | null }
  saveReportPdf: { input: { runId: string; suggestedName: string }; output: Answer<{ path: string; rows: number } | null> }
  showInFolder: { input: { path: string }; output: null }
}
export type BridgeAsk = keyof BridgeAsks
