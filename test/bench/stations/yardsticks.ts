import { spawnSync } from 'node:child_process'
import { createReadStream, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { parse as csvParse } from 'csv-parse'
import Papa from 'papaparse'
import type { Station } from '../station.ts'

export function hasSqlite(): boolean {
  return spawnSync('sqlite3', ['--version'], { stdio: 'ignore' }).status === 0
}

/** `sqlite3 big.db ".import --csv big.csv t"` */
export const sqliteImport: Station<'sqlite3 .import'> = async ({ csvPath, databasePath }, time) => {
  rmSync(databasePath, { force: true })
  const result = await time(() => spawnSync('sqlite3', [databasePath, `.import --csv "${csvPath}" t`], { stdio: 'ignore' }))
  if (result.status !== 0) throw new Error('sqlite3 could not import the file.', { cause: result.error })
  const counted = spawnSync('sqlite3', [databasePath, 'SELECT count(*) FROM t'], { encoding: 'utf8' })
  rmSync(databasePath)
  return { done: Number(counted.stdout), counts: {} }
}

/** Where there is no sqlite3: the same table by way of papaparse and one transaction of inserts. */
export const importLoop: Station<'import loop'> = async ({ csvPath, databasePath }, time) => {
  rmSync(databasePath, { force: true })
  const database = new Database(databasePath)
  let rows = 0
  await time(
    () =>
      new Promise<void>((resolve, reject) => {
        const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {})
        let insert: Database.Statement<unknown[]> | null = null
        database.exec('BEGIN')
        parser.on('data', (cells: string[]) => {
          if (insert === null) {
            database.exec(`CREATE TABLE t (${cells.map((_, at) => `c${at} TEXT`).join(', ')})`)
            insert = database.prepare(`INSERT INTO t VALUES (${cells.map(() => '?').join(', ')})`)
          } else if (insert.run(cells).changes === 1) rows += 1
        })
        parser.on('end', () => {
          database.exec('COMMIT')
          resolve()
        })
        parser.on('error', reject)
        createReadStream(csvPath).pipe(parser)
      }),
  )
  database.close()
  rmSync(databasePath)
  return { done: rows, counts: {} }
}

export const papaparseAlone: Station<'papaparse'> = async ({ csvPath }, time) => {
  let rows = 0
  await time(
    () =>
      new Promise<void>((resolve, reject) => {
        const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {})
        parser.on('data', () => (rows += 1))
        parser.on('end', resolve)
        parser.on('error', reject)
        createReadStream(csvPath).pipe(parser)
      }),
  )
  return { done: rows - 1, counts: {} }
}

export const csvParseAlone: Station<'csv-parse'> = async ({ csvPath }, time) => {
  let rows = 0
  await time(
    () =>
      new Promise<void>((resolve, reject) => {
        const parser = createReadStream(csvPath).pipe(csvParse())
        parser.on('data', () => (rows += 1))
        parser.on('end', resolve)
        parser.on('error', reject)
      }),
  )
  return { done: rows - 1, counts: {} }
}
