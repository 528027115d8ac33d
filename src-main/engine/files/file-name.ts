import { basename } from 'node:path'
import { AppError } from '../model/errors.ts'

const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i

/**
 * Why a file cannot have this name, in words; null when it can. The rules are those of Windows on every system, because files
 * of an office travel: `a:b.csv` would be a hidden part of a file `a`, and `nul.csv` would be thrown away without a word.
 */
export function fileNameMistake(name: string): string | null {
  if (name === '' || name === '.' || name === '..') return 'It has no name.'
  const sign = /[<>:"|?*\\/]/.exec(name)?.[0]
  if (sign !== undefined) return `Its name has the sign ${sign} in it, which Windows does not take.`
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'Its name has an invisible sign in it.'
  if (/[. ]$/.test(name)) return 'Its name ends with a full stop or a space, which Windows would leave out.'
  const word = reserved.exec(name)?.[1]
  if (word !== undefined) return `Windows keeps the name "${word}" for itself.`
  return null
}

/** Refuses a path whose file's name some system would not keep as it is. Throws `usage`. */
export function checkFileName(path: string): void {
  const mistake = fileNameMistake(basename(path))
  if (mistake !== null)
    throw new AppError('usage', `The file "${basename(path)}" cannot be written. ${mistake}`, 'Choose another name, such as contacts.csv.')
}
