import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'

export interface TokenTable {
  /** A new access token; it stays valid over restarts of the same file. */
  issue(): string
  /** The token of practice mode: always the same one for the same file. */
  practice(): string
  /** Whether the token is valid for one more request. With `lifetimeRequests` it expires after so many. */
  use(token: string, lifetimeRequests: number | null): boolean
  /** Ends every token that is valid now, until the sandbox starts again; the practice token too. */
  expireAll(): void
}

export function createTokenTable(db: Database, nowSeconds: () => number): TokenTable {
  const insert = db.prepare(`INSERT INTO tokens (token, created_at) VALUES (?, ?)`)
  const all = db.prepare<[], string>(`SELECT token FROM tokens`).pluck()
  const setting = db.prepare<[string], string>(`SELECT value FROM settings WHERE name = ?`).pluck()
  const set = db.prepare(`INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)`)
  /** Valid tokens and the requests each was used for. */
  const uses = new Map(all.all().map((token) => [token, 0]))

  const issue = () => {
    const token = randomBytes(24).toString('base64url')
    insert.run(token, nowSeconds())
    uses.set(token, 0)
    return token
  }
  return {
    issue,
    practice() {
      const known = setting.get('practice_token')
      if (known !== undefined) return known
      const token = issue()
      set.run('practice_token', token)
      return token
    },
    use(token, lifetimeRequests) {
      const used = uses.get(token)
      if (used === undefined) return false
      if (lifetimeRequests !== null && used >= lifetimeRequests) {
        uses.delete(token)
        return false
      }
      uses.set(token, used + 1)
      return true
    },
    expireAll: () => uses.clear(),
  }
}
