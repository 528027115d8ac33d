// Plain JavaScript, for any Node: it runs before the right one was found.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Locked
 * @typedef {{ platform: string, arch: string, libc: string | null }} Computer
 */

/**
 * Whether `node_modules` holds what the lock file names. By what is in it, not by its time: a checkout touches files, and an
 * installation that was interrupted is new. npm writes its own list of what it installed last.
 * @param {string} root @param {Computer} computer
 */
export function isInstalled(root, computer = thisComputer()) {
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (locked === null || installed === null) return false
  const isOther = Object.entries(installed).some(
    ([path, found]) => !isSame(locked[path], found) || !existsSync(join(root, path, 'package.json')),
  )
  if (isOther) return false
  const missing = missingPackages(locked, installed, computer)
  return missing.every((path) => knownMissing(root).includes(path))
}

/** Notes which optional packages could not be had, so that nobody tries again at each start. @param {string} root @param {Computer} computer */
export function noteInstalled(root, computer = thisComputer()) {
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (locked === null || installed === null) return
  const missing = missingPackages(locked, installed, computer).filter((path) => isOptional(locked[path]))
  if (missing.length > 0) writeFileSync(notePath(root), JSON.stringify({ lock: lockHash(root), missing }))
}

/**
 * What this computer needs and does not have. An optional package counts where it is made for this very system: others come with
 * a package that may be missing itself.
 * @param {Record<string, Locked>} locked @param {Record<string, Locked>} installed @param {Computer} computer
 */
function missingPackages(locked, installed, computer) {
  const missing = Object.entries(locked).filter(([path]) => path !== '' && !(path in installed))
  return missing.filter(([, entry]) => !isOptional(entry) || ((entry.os || entry.cpu) && isFor(entry, computer))).map(([path]) => path)
}

/** @param {Locked | undefined} entry */
const isOptional = (entry) => Boolean(entry?.optional || entry?.devOptional)

/** @param {Locked | undefined} locked @param {Locked} found */
const isSame = (locked, found) => locked !== undefined && locked.version === found.version && locked.integrity === found.integrity

/** @param {Locked} entry @param {Computer} computer */
function isFor({ os, cpu, libc }, computer) {
  return allows(os, computer.platform) && allows(cpu, computer.arch) && (computer.libc === null || allows(libc, computer.libc))
}

/** As npm reads such a list: names, or names after `!` that are ruled out. @param {string | string[]} listed @param {string} name */
function allows(listed = [], name) {
  const names = [listed].flat()
  return names.length === 0 || names.includes(name) || (names.some((other) => other.startsWith('!')) && !names.includes(`!${name}`))
}

/** @returns {Computer} */
function thisComputer() {
  return { platform: process.platform, arch: process.arch, libc: process.platform === 'linux' ? (hasGlibc() ? 'glibc' : 'musl') : null }
}

function hasGlibc() {
  return ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'].some((path) => existsSync(path))
}

/** @param {string} path @returns {Record<string, Locked> | null} */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** @param {string} root @returns {string[]} */
function knownMissing(root) {
  try {
    const note = JSON.parse(readFileSync(notePath(root), 'utf8'))
    return note.lock === lockHash(root) ? note.missing : []
  } catch {
    return []
  }
}

/** @param {string} root */
const notePath = (root) => join(root, 'node_modules', '.missing-here.json')
/** @param {string} root */
const lockHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
