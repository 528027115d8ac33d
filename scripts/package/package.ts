// `npm run package`: installers for this system in `dist/`. `-- --win`, `-- --mac`, `-- --linux`: for another one, as far as
// electron-builder can. ROLLCALL_SIGN=1 signs; ROLLCALL_UPDATE_URL is where installed programs look for updates.
import { parseArgs } from 'node:util'
import { build, projectRoot } from '../stale-build.ts'
import { runTool, toolPath } from '../tools.ts'
import { writeLicences } from './licences.ts'
import { signingOptions, type System, withoutSigning } from './signing.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { win: { type: 'boolean' }, mac: { type: 'boolean' }, linux: { type: 'boolean' }, dir: { type: 'boolean' } },
})

process.exitCode = await main()

async function main(): Promise<number> {
  const systems = chosenSystems()
  let options: string[]
  try {
    options = [...systems.flatMap((system) => signingOptions(system, process.env)), ...updateOptions(process.env.ROLLCALL_UPDATE_URL)]
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
  console.log('Building Rollcall …')
  if (!build(projectRoot)) return 1
  console.log(`${writeLicences(projectRoot).length} licences in out/licences.txt`)
  const isSigned = process.env.ROLLCALL_SIGN === '1'
  const args = [
    '--config',
    'electron-builder.yml',
    '--publish',
    'never',
    ...systems.map((system) => `--${system}`),
    ...(values.dir ? ['--dir'] : []),
    ...options,
  ]
  const code = await runTool(toolPath('electron-builder'), [...args, ...positionals], {
    env: isSigned ? process.env : withoutSigning(process.env),
  })
  return code ?? 1
}

function chosenSystems(): System[] {
  const chosen = (['win', 'mac', 'linux'] as const).filter((system) => values[system])
  if (chosen.length > 0) return chosen
  return [process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'mac' : 'linux']
}

/** Without an address the program never looks for updates, and no update files are written. Throws for one that is not https. */
function updateOptions(address: string | undefined): string[] {
  if (!address) return ['-c.publish=null']
  if (URL.parse(address)?.protocol !== 'https:') throw new Error(`ROLLCALL_UPDATE_URL has to be an https address, and is "${address}".`)
  return ['-c.publish.provider=generic', `-c.publish.url=${address}`]
}
