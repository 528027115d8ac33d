// `npm run package:check`: packs with a stand-in for the runtime and looks at what came out. Needs no Electron and no network.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { startStandIn } from '../../test/desktop/stand-in/start-stand-in.ts'
import { launchBrowser } from '../../test/helpers/browser.ts'
import { findBrowser } from '../find-browser.ts'
import { build, isBuildStale, projectRoot } from '../stale-build.ts'
import { runTool, toolPath } from '../tools.ts'
import { asarHash, filesInAsar, readUpdateFile, readWindowsProgram, sha512 } from './read-package.ts'
import { writeLicences } from './licences.ts'
import { withoutSigning } from './signing.ts'
import { findInstallerTools, iconOf, writeInstallerTools } from './stand-in-installer-tools.ts'
import { writeStandInRuntime } from './stand-in-runtime.ts'

const { version, devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}
const updateUrl = 'https://updates.example.com/rollcall'

const wantedFuses: [FuseV1Options, FuseState][] = [
  [FuseV1Options.RunAsNode, FuseState.DISABLE],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, FuseState.DISABLE],
  [FuseV1Options.EnableNodeCliInspectArguments, FuseState.DISABLE],
  [FuseV1Options.EnableCookieEncryption, FuseState.ENABLE],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseState.ENABLE],
  [FuseV1Options.OnlyLoadAppFromAsar, FuseState.ENABLE],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, FuseState.DISABLE],
]

const programs = ['main', 'worker', 'plan-reader', 'engine-entry', 'sandbox-worker', 'cli']

const counts = { passed: 0, failed: 0 }
function check(what: string, isSo: boolean, found: unknown = ''): void {
  counts[isSo ? 'passed' : 'failed']++
  console.log(`${isSo ? '  ok  ' : 'FAILED'}  ${what}${isSo ? '' : `: ${JSON.stringify(found)}`}`)
}

const folder = mkdtempSync(join(tmpdir(), 'rollcall-package-'))
const tools = findInstallerTools()
const installerIcon = join(folder, 'installer.ico')
writeFileSync(installerIcon, iconOf(readFileSync(join(projectRoot, 'resources', 'icon.png'))))
const installerEnvironment = 'missing' in tools ? {} : writeInstallerTools(join(folder, 'installer-tools'), tools)
try {
  check('builds', !isBuildStale(projectRoot) || build(projectRoot))
  const licences = writeLicences(projectRoot)
  check(
    'every library in the package has a licence',
    licences.length > 5 && licences.every(({ licence, text }) => licence !== 'not named' && text.length > 10),
    licences.filter(({ licence }) => licence === 'not named'),
  )
  for (const [system, arch] of [
    ['win', 'x64'],
    ['win', 'arm64'],
    ['linux', 'x64'],
  ] as const)
    await checkPackage(system, arch)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

async function checkPackage(system: 'win' | 'linux', arch: 'x64' | 'arm64'): Promise<void> {
  console.log(`${system} ${arch}`)
  const runtime = join(folder, `runtime-${system}-${arch}`)
  mkdirSync(runtime)
  writeStandInRuntime(runtime, system, devDependencies.electron ?? '')
  const output = join(folder, `out-${system}-${arch}`)
  const options = [
    `-c.electronDist=${runtime}`,
    `-c.directories.output=${output}`,
    '-c.publish.provider=generic',
    `-c.publish.url=${updateUrl}`,
  ]
  // Without rcedit, which electron-builder fetches and starts in Wine, name and icon stay the runtime's.
  const isEdited = system === 'win' && (process.platform === 'win32' || Boolean(process.env.ELECTRON_BUILDER_RCEDIT_PATH))
  if (system === 'win' && !isEdited) options.push('-c.win.signAndEditExecutable=false')
  const isInstaller = system === 'win' && !('missing' in tools)
  // In one language: the NSIS of a distribution may not know all words in all of those that electron-builder has.
  if (isInstaller) options.push(`-c.win.icon=${installerIcon}`, '-c.nsis.installerLanguages=en_US')
  const code = await runTool(
    toolPath('electron-builder'),
    ['--config', 'electron-builder.yml', `--${system}`, isInstaller ? 'nsis' : 'dir', `--${arch}`, '--publish', 'never', ...options],
    {
      env: { ...withoutSigning(process.env), ...installerEnvironment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  check('packs', code === 0, code)
  const unpacked = readdirSync(output).find((name) => name.endsWith('unpacked'))
  if (code !== 0 || unpacked === undefined) return
  const program = join(output, unpacked, system === 'win' ? 'Rollcall.exe' : 'rollcall')
  const resources = join(output, unpacked, 'resources')
  const asar = join(resources, 'app.asar')
  checkFiles(asar, `${system === 'win' ? 'win32' : 'linux'}-${arch}.node`)
  await checkFuses(program)
  if (system === 'win') checkWindowsProgram(program, asar, isEdited)
  checkResources(resources, system, isInstaller)
  if (system === 'win') checkInstaller(output, arch)
  if (system === 'linux' && process.platform === 'linux' && process.arch === arch) await startExtracted(asar, resources)
}

function checkFiles(asar: string, binary: string): void {
  const files = filesInAsar(asar)
  const unexpected = files.filter(
    (name) => !/^(out\/(main|preload|renderer)\/|node_modules\/|resources\/icon\.png$|package\.json$)/.test(name),
  )
  check('holds what was built, libraries, and nothing else', unexpected.length === 0, unexpected.slice(0, 5))
  const sources = files.filter((name) => /\.(ts|map|md|c|cpp|h|gyp)$/.test(name) || /(^|\/)(test|tests)\//.test(name))
  check('holds no sources, maps or tests', sources.length === 0, sources.slice(0, 5))
  const missing = programs.filter((name) => !files.includes(`out/main/${name}.js`))
  check('holds every program that is started by its path', missing.length === 0, missing)
  const binaries = files.filter((name) => name.endsWith('.node'))
  check(
    `holds exactly one binary, ${binary}`,
    binaries.length === 1 && binaries[0] === `node_modules/better-sqlite3/prebuilds/${binary}`,
    binaries,
  )
  const unpacked = existsSync(`${asar}.unpacked`)
    ? readdirSync(`${asar}.unpacked`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : []
  check(
    'which alone lies beside the asar, where the system can load it',
    unpacked.length === 1 && unpacked[0]?.name === binary,
    unpacked.map(({ name }) => name),
  )
  const bytes = readFileSync(asar).length
  check(`is small: ${(bytes / 1e6).toFixed(1)} MB`, bytes < 9_000_000, bytes)
}

async function checkFuses(program: string): Promise<void> {
  const wire = await getCurrentFuseWire(program)
  for (const [fuse, state] of wantedFuses)
    check(`fuse ${FuseV1Options[fuse]} is ${state === FuseState.ENABLE ? 'on' : 'off'}`, wire[fuse] === state, wire[fuse])
}

function checkWindowsProgram(program: string, asar: string, isEdited: boolean): void {
  const found = readWindowsProgram(program)
  check('the asar is what the program was sealed with', found.asarHashes['resources/app.asar'] === asarHash(asar), found.asarHashes)
  if (!isEdited)
    return console.log('skipped  name, version and icon of the program: there is no rcedit (ELECTRON_BUILDER_RCEDIT_PATH) here')
  check(
    'the program has name, version and icon',
    found.productName === 'Rollcall' && found.version.startsWith(version) && found.icons > 0,
    found,
  )
}

/** Its scripts compile: electron-builder's with what Rollcall adds. What it does is for a real Windows to say. */
function checkInstaller(output: string, arch: string): void {
  if ('missing' in tools)
    return console.log(
      `skipped  the installer is not compiled: that needs makensis, 7za and MinGW (on Debian: apt install ${tools.missing.join(' ')})`,
    )
  const name = `Rollcall-${version}-${arch}-setup.exe`
  const path = join(output, name)
  check('the installer compiles', existsSync(path), readdirSync(output))
  if (!existsSync(path)) return
  const found = readWindowsProgram(path)
  check('and has name, version and icon', found.productName === 'Rollcall' && found.version === version && found.icons > 0, found)
  const bytes = readFileSync(path)
  const update = readUpdateFile(join(output, 'latest.yml'))
  check(
    'the file that tells of updates names it, its version, its size and its hash',
    update.version === version && update.path === name && update.size === bytes.length && update.sha512 === sha512(bytes),
    update,
  )
}

function checkResources(resources: string, system: 'win' | 'linux', isInstaller: boolean): void {
  check(
    'samples and licences lie outside the asar',
    existsSync(join(resources, 'samples', 'hubspot.csv')) && existsSync(join(resources, 'licences.txt')),
  )
  check('the command line comes with it', existsSync(join(resources, 'bin', system === 'win' ? 'rollcall.cmd' : 'rollcall')))
  if (system === 'win' && !isInstaller) return console.log('skipped  the address of updates: for Windows it is written with the installer')
  const updates = existsSync(join(resources, 'app-update.yml')) ? readFileSync(join(resources, 'app-update.yml'), 'utf8') : ''
  check('it knows where updates come from', updates.includes('provider: generic') && updates.includes(updateUrl), updates)
}

/** The command line of the packed program, under Node: every import has to be in the asar, because no node_modules is above it. */
async function startExtracted(asar: string, resources: string): Promise<void> {
  const extracted = join(folder, 'extracted')
  extractAll(asar, extracted)
  const home = join(folder, 'home')
  const run = (args: string[]) =>
    spawnSync(process.execPath, [join(extracted, 'out', 'main', 'cli.js'), ...args, '--home', home], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    })
  const words = run(['--help'])
  check('starts from the extracted asar', words.status === 0 && words.stdout.includes('rollcall'), words.stderr)
  const plan = run(['plan', join(resources, 'samples', 'hubspot.csv'), '--practice', '--json'])
  check(
    'and plans a sample in practice mode',
    plan.status === 0 && (JSON.parse(plan.stdout) as { rows: number }).rows > 100,
    plan.stderr + plan.stdout,
  )
  await startExtractedApp(extracted, resources)
}

/** The app itself, with a stand-in for the module `electron`: it opens its window, reads the samples beside it and plans one. */
async function startExtractedApp(extracted: string, resources: string): Promise<void> {
  if (findBrowser() === null) return console.log('skipped  the app is not started: there is no Chromium here')
  const browser = await launchBrowser()
  const started = startStandIn(browser, {
    home: join(folder, 'app-home'),
    program: join(extracted, 'out', 'main', 'main.js'),
    args: ['--smoke-test'],
    environment: { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: resources },
  })
  const ended = await started.then(
    async (app) => ({ code: await app.ended, said: app.output() }),
    (error: unknown) => ({ code: null, said: String(error) }),
  )
  await browser.close()
  check('and so does the app, whose smoke test ends with 0', ended.code === 0, ended)
}
