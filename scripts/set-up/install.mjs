// Plain JavaScript, for any Node: it runs before the right one was found.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { noteInstalled } from './install-state.mjs'

/** Installs what the lock file names, with the npm that started this. What npm says goes to standard error. Whether it worked. @param {string} root */
export function install(root) {
  console.error('Installing what package-lock.json names (npm ci) …')
  makeWay(root)
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const options = { cwd: root, stdio: /** @type {['ignore', 2, 2]} */ (['ignore', 2, 2]) }
  const { status } =
    npm && basename(npm) === 'npm-cli.js'
      ? spawnSync(node || process.execPath, [npm, ...args], options)
      : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { ...options, shell: process.platform === 'win32' })
  if (status === 0) noteInstalled(root)
  return status === 0
}

/** Windows removes no program that runs, but it moves one: this Node, where it is one of the files that npm is about to replace. @param {string} root */
function makeWay(root) {
  if (process.platform !== 'win32') return
  const folder = join(root, 'out', 'replaced')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    try {
      rmSync(join(folder, name))
    } catch {
      // It still runs; the next installation removes it.
    }
  }
  const own = realpathSync(process.execPath)
  if (own.startsWith(realpathSync(root) + sep)) renameSync(own, join(folder, `node-${process.pid}.exe`))
}
