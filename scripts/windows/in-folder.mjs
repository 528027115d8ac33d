// `node in-folder.mjs FOLDER PROGRAM …`: runs a program of Node's with FOLDER for temporary files, so that all homes of tests lie
// in it. Wine hands no TEMP on, so it is set inside.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder = '', program = '', ...args] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
process.env.TEMP = folder
process.env.TMP = folder
process.argv = [process.execPath, resolve(program), ...args]
await import(pathToFileURL(resolve(program)).href)
