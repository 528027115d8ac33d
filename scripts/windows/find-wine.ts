import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Wine {
  /** A folder that Wine can see, by its path here. */
  inside(name: string): string
  /** Runs a program of Windows in one of these folders, with its output in a file. */
  run(folder: string, command: readonly string[], output: number): { status: number | null }
}

export const wineAdvice =
  'Wine 10 is not here. On a Debian without it: ' +
  '"mmdebstrap --variant=apt --include=wine,wine64,ca-certificates trixie ROOT", mount /proc and /dev in ROOT, ' +
  'and name it with ROLLCALL_WINE_ROOT=ROOT; as root, because it is entered by chroot.'

const oldest = 10
const wineInRoot = '/usr/lib/wine/wine64'

/** Wine 10 of this computer, or in a folder with the next Debian in it; null where there is none. */
export function findWine(environment: Readonly<Record<string, string | undefined>>): Wine | null {
  const root = environment.ROLLCALL_WINE_ROOT
  if (root !== undefined && existsSync(join(root, wineInRoot))) return wineIn(root)
  return isNewEnough('wine', []) ? wineOfSystem() : null
}

function isNewEnough(program: string, args: readonly string[]): boolean {
  const { stdout } = spawnSync(program, [...args, '--version'], { encoding: 'utf8' })
  return Number(/wine-(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= oldest
}

/** Quiet, and the same whoever runs it. */
const variables = (home: string) => ({
  HOME: home,
  WINEPREFIX: `${home}/wine`,
  WINEDEBUG: '-all',
  LANG: 'C.UTF-8',
  CI: '1',
  NO_COLOR: '1',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
})

function wineIn(root: string): Wine | null {
  if (!isNewEnough('chroot', [root, wineInRoot])) return null
  const home = '/root/rollcall-wine'
  mkdirSync(join(root, home), { recursive: true })
  return {
    inside: (name) => join(root, home, name),
    run(folder, command, output) {
      const inRoot = folder.slice(root.length)
      const script = 'cd "$0" && exec "$@"'
      return spawnSync('chroot', [root, '/bin/sh', '-c', script, inRoot, wineInRoot, ...command], {
        env: variables(home),
        stdio: ['ignore', output, output],
      })
    },
  }
}

function wineOfSystem(): Wine {
  const home = join(homedir(), '.cache', 'rollcall-wine')
  mkdirSync(home, { recursive: true })
  return {
    inside: (name) => join(home, name),
    run: (folder, command, output) =>
      spawnSync('wine', command, { cwd: folder, env: { ...variables(home), PATH: process.env.PATH }, stdio: ['ignore', output, output] }),
  }
}
