/** What a station measured once. `ms` is the measured part alone; what prepares it is outside. */
export interface Outcome {
  ms: number
  /** Rows, calls or queries that were done in that time. */
  done: number
  /** The most memory that the process ever held. */
  maxRssBytes: number
  /** Processor time of the measured part, of all threads of the process; null for a program outside. */
  cpuMs: number | null
  /** What else the station counted. */
  counts: Record<string, number>
}

/** Nobody is cached where all are created. */
export type Becoming = 'unchanged' | 'changed' | 'created'

export interface FileParams {
  csvPath: string
}
export interface PlanParams extends FileParams {
  /** A cache that is filled; the station works on a copy. */
  cachePath: string
  rows: number
  /** What becomes of the rows; a tenth of them changes unless given. */
  becomes?: Becoming
}
export interface RunParams extends FileParams {
  cachePath: string
  baseUrl: string
  token: string
  concurrency: number
}

/** The stations and what each is told. A station that is not in the list cannot be asked for. */
export interface StationParams {
  'write-csv': FileParams & { rows: number; changeEvery?: number }
  'write-workbook': { workbookPath: string; rows: number }
  'fill-cache': { cachePath: string; contacts: number }
  'sqlite3 .import': FileParams & { databasePath: string }
  'import loop': FileParams & { databasePath: string }
  papaparse: FileParams
  'csv-parse': FileParams
  'copy and hash': FileParams & { folder: string }
  read: FileParams
  'read and map': FileParams
  'read workbook': { workbookPath: string }
  plan: PlanParams
  'preview page': { databasePath: string; pages: number }
  'plan for run': FileParams & { cachePath: string; baseUrl: string; token: string; rows: number }
  run: RunParams
  'bare loop': RunParams
  history: { databasePath: string; runs: number; rounds: number }
}
export type StationName = keyof StationParams

export type Station<N extends StationName> = (
  params: StationParams[N],
  time: Timer,
) => Promise<Omit<Outcome, 'ms' | 'maxRssBytes' | 'cpuMs'>>

/** Runs the part that is measured; called once by each station. */
export type Timer = <T>(work: () => Promise<T> | T) => Promise<T>
