import { execFile } from 'node:child_process'
import { AppError } from '../engine/model/errors.ts'

/** What asks a person for a folder, whatever has no dialogs of its own. Null when it was closed. */
export type FolderDialog = () => Promise<string | null>

/** The tools with which a system asks for a folder, the usual one first. Nothing in them comes from a page. */
export function folderTools(platform: NodeJS.Platform): [string, ...string[]][] {
  switch (platform) {
    case 'win32': {
      const script = [
        'Add-Type -AssemblyName System.Windows.Forms',
        '$d = New-Object System.Windows.Forms.FolderBrowserDialog',
        "$d.Description = 'Rollcall'",
        '[Console]::OutputEncoding = [Text.Encoding]::UTF8',
        "if ($d.ShowDialog() -eq 'OK') { [Console]::Out.Write($d.SelectedPath) }",
      ]
      return [['powershell', '-NoProfile', '-STA', '-Command', script.join('; ')]]
    }
    case 'darwin':
      return [['osascript', '-e', 'POSIX path of (choose folder with prompt "Rollcall")']]
    default:
      return [
        ['zenity', '--file-selection', '--directory', '--title=Rollcall'],
        ['kdialog', '--title', 'Rollcall', '--getexistingdirectory'],
      ]
  }
}

/** The dialog of this computer: the browser is on it, too. Throws `usage` where it has none. */
export const systemFolderDialog: FolderDialog = async () => {
  for (const [tool, ...args] of folderTools(process.platform)) {
    const answer = await asked(tool, args)
    if (answer !== 'absent') return answer
  }
  throw new AppError(
    'usage',
    'This computer has no window to choose a folder in.',
    'Use the command line instead: rollcall watch FOLDER --recipe RECIPE, or rollcall schedule add.',
  )
}

function asked(tool: string, args: readonly string[]): Promise<string | null | 'absent'> {
  return new Promise((resolve) => {
    execFile(tool, [...args], { encoding: 'utf8', windowsHide: true }, (error, printed) => {
      if (error !== null && error.code === ('ENOENT' as unknown)) return resolve('absent')
      const path = printed.replace(/[\r\n]+$/, '').replace(/(.)\/$/, '$1')
      resolve(error !== null || path === '' ? null : path)
    })
  })
}
