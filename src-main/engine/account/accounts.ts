import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { cleanUpSync, readPatientlySync, renamePatientlySync } from '../files/patient-files.ts'
import { fileNameMistake } from '../files/file-name.ts'
import { AppError } from '../model/errors.ts'
import { makeDataFolder } from '../store/data-folder.ts'
import { type AccountRecord, accountRecordSchema, accountSettingsSchema } from '../model/account-schema.ts'

/** The accounts of a data folder: one folder each, with `account.json` and the account's database. */
export interface Accounts {
  list(): AccountRecord[]
  find(id: string): AccountRecord | null
  /** By id, or by name whatever its case. Throws `account.unknown`, and `usage` where several have that name. */
  get(idOrName: string): AccountRecord
  save(record: AccountRecord): void
  folder(id: string): string
  lastOpenedId(): string | null
  rememberOpened(id: string): void
}

const lastOpenedSchema = z.object({ accountId: z.string() })

/** What accounts can be chosen by: the name, or the id with the service's address where another one has the same name. */
export function accountNames(accounts: readonly Pick<AccountRecord, 'id' | 'name' | 'baseUrl'>[]): string[] {
  const key = (name: string): string => name.toLowerCase()
  return accounts.map(({ id, name, baseUrl }) =>
    accounts.filter((other) => key(other.name) === key(name)).length === 1 ? `"${name}"` : `"${id}" ("${name}" at ${baseUrl})`,
  )
}

export function createAccounts(home: string): Accounts {
  const root = join(home, 'accounts')
  const lastOpenedPath = join(home, 'last-opened.json')
  const folder = (id: string) => join(root, id)
  const recordPath = (id: string) => join(folder(id), 'account.json')

  function find(id: string): AccountRecord | null {
    if (!accountRecordSchema.shape.id.safeParse(id).success) return null
    const text = readIfThere(recordPath(id))
    if (text === null) return null
    const parsed = accountRecordSchema.safeParse(parseJson(text))
    if (!parsed.success) {
      throw new AppError(
        'store.damaged',
        `The settings of the account "${id}" cannot be read.`,
        `Repair or remove ${recordPath(id)}, then sign in again; the account's data stays.`,
      )
    }
    return parsed.data
  }

  function list(): AccountRecord[] {
    return namesIn(root)
      .map((id) => find(id))
      .filter((record) => record !== null)
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  return {
    list,
    find,
    get(idOrName) {
      const record = find(idOrName)
      if (record) return record
      const all = list()
      const [named, ...others] = all.filter(({ name }) => name.toLowerCase() === idOrName.toLowerCase())
      if (named && others.length === 0) return named
      if (named) {
        const which = accountNames([named, ...others])
        throw new AppError('usage', `Several accounts are called "${idOrName}".`, `Choose one by its id: ${which.join(', ')}.`)
      }
      const names = accountNames(all)
      const known = names.length > 0 ? `Accounts here: ${names.join(', ')}.` : 'There is no account here yet: sign in first.'
      throw new AppError('account.unknown', `There is no account "${idOrName}".`, known)
    },
    save(record) {
      makeDataFolder(folder(record.id))
      const before = textIfReadable(recordPath(record.id))
      const text = jsonText(accountRecordSchema.parse(record))
      if (text !== before) writeWhole(recordPath(record.id), text)
    },
    folder,
    lastOpenedId() {
      const text = textIfReadable(lastOpenedPath)
      const parsed = lastOpenedSchema.safeParse(text === null ? null : parseJson(text))
      return parsed.success ? parsed.data.accountId : null
    },
    rememberOpened(accountId) {
      const text = jsonText({ accountId })
      if (text === textIfReadable(lastOpenedPath)) return
      try {
        makeDataFolder(home)
        writeWhole(lastOpenedPath, text)
      } catch {
        return // a convenience: the next start opens another account, no more
      }
    },
  }
}

/** A fresh account with default settings. */
export function newAccountRecord(
  fields: Omit<AccountRecord, 'settings' | 'createdAtSeconds' | 'watches' | 'listenPort' | 'webhookHost'>,
  nowMs: number,
): AccountRecord {
  const nothingByItself = { watches: [], listenPort: null, webhookHost: null }
  return { ...fields, ...nothingByItself, createdAtSeconds: Math.floor(nowMs / 1000), settings: accountSettingsSchema.parse({}) }
}

/** A folder-safe id from a name, not one of `taken`. */
export function accountIdFor(name: string, taken: (id: string) => boolean): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'account'
  // A folder of such a name, as "con", is none to Windows.
  const plain = fileNameMistake(base) === null ? base : `account-${base}`
  let id = plain
  for (let number = 2; taken(id); number += 1) id = `${plain}-${number}`
  return id
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  } catch (error) {
    if (isMissing(error)) return []
    throw unreadableFolder(folder, error)
  }
}

function readIfThere(path: string): string | null {
  try {
    return readPatientlySync(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw unreadableFolder(path, error)
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function textIfReadable(path: string): string | null {
  try {
    return readPatientlySync(path)
  } catch {
    return null
  }
}

function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { mode: 0o600 })
    renamePatientlySync(temporary, path)
  } catch (error) {
    cleanUpSync(temporary)
    throw new AppError(
      'store.readonly',
      `Rollcall cannot write ${path}.`,
      'Check that the disk has room and that you may write to the folder.',
      { cause: error },
    )
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function unreadableFolder(path: string, cause: unknown): AppError {
  return new AppError(
    'store.readonly',
    `Rollcall cannot read ${path}.`,
    'Give yourself permission to read the folder, or choose another one with --home.',
    { cause },
  )
}
