import { hostname } from 'node:os'

/** Names this process in the store, as `computer:process`. */
export const thisProcess = `${hostname()}:${process.pid}`

/** Whether the owner certainly runs no more: a process of this computer that does not exist. */
export function isGone(owner: string): boolean {
  const [computer, pid] = splitOwner(owner)
  if (computer !== hostname() || pid === null) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** The parts of an owner's name; `pid` is null when it is not of that form. */
export function splitOwner(owner: string): [computer: string, pid: number | null] {
  const at = owner.lastIndexOf(':')
  const pid = at === -1 ? Number.NaN : Number(owner.slice(at + 1))
  return Number.isInteger(pid) && pid > 0 ? [owner.slice(0, at), pid] : [owner, null]
}
