// Opens the files for nobody else, says so, and lets them go after 400 ms.
import { constants, openSync } from 'node:fs'

for (const path of process.argv.slice(2)) openSync(path, 0x10000000 | constants.O_RDONLY)
process.send?.('held')
setTimeout(() => process.exit(), 400)
