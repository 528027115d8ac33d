import { fileNameMistake } from './file-name.ts'

const mostChars = 80

/** A name made of what somebody else calls a file, which every system takes and which leads into no other folder. Has no spaces. */
export function safeFileName(wanted: string): string {
  const bare = wanted
    .normalize('NFC')
    // Signs that turn the direction of reading hide what a name ends with.
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    )
    .replace(/[<>:"|?*\\/\s%]+/g, '_')
    .replace(/^[._]+|[._]+$/g, '')
  const dot = bare.lastIndexOf('.')
  const ending = dot > 0 && bare.length - dot <= 10 ? bare.slice(dot) : ''
  const name = `${[...bare.slice(0, bare.length - ending.length)].slice(0, mostChars).join('')}${ending}`
  return fileNameMistake(name) === null ? name : `file${ending}`
}
