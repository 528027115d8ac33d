import { commandNames } from '../cli/command-names.ts'

/** What the `rollcall` that comes with the installed program puts before the arguments. */
const commandMarker = '--command'

/**
 * The arguments for the command line where this start is one; null where it opens the app. Without the marker, a start is one
 * when it names a command: a package's own link to the program has no marker.
 */
export function commandArguments(args: readonly string[]): string[] | null {
  const [first, ...rest] = args
  // After "--" neither Electron nor Chromium takes an argument for one of its own.
  if (first === commandMarker) return rest[0] === '--' ? rest.slice(1) : rest
  const names: readonly string[] = commandNames
  return args.some((argument) => names.includes(argument) || argument === '--help' || argument === '--version') ? [...args] : null
}

/** The data folder that a command names; undefined where it names none. */
export function homeOption(command: readonly string[]): string | undefined {
  const at = command.findIndex((argument) => argument === '--home' || argument.startsWith('--home='))
  const found = command[at]
  if (found === undefined) return undefined
  return found === '--home' ? command[at + 1] : found.slice('--home='.length)
}

/** Whether this start only shows that the program works. */
export function isSmokeTest(args: readonly string[]): boolean {
  return args.includes('--smoke-test')
}
