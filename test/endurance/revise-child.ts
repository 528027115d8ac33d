import type { Correction } from '../../src-main/engine/model/files/correction-schema.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'
import { recipe } from '../engine/store/stored-things.ts'
import { knownFile } from '../engine/plan/corrected-file.ts'

/** Corrects a plan's file without end, one way and another; tells when it begins, and each time that it has. */
const [database = '', fileId = '', storedPath = '', planId = '', recipeText = '{}'] = process.argv.slice(2)
const file = await knownFile(openStore(database), fileId, storedPath, recipe(JSON.parse(recipeText)))
const corrections: Correction[] = [
  { kind: 'cell', line: 1500, column: 1, before: 'Ann', after: 'Bea' },
  { kind: 'exclude', lines: [7, 8, 2000] },
  { kind: 'replace', column: 1, find: 'n', replaceWith: 'm', matchCase: true, wholeCell: false },
]
process.send?.('ready')
for (;;) {
  for (const correction of corrections) {
    await file.revise(planId, [correction])
    process.send?.('revised')
  }
  await file.revise(
    planId,
    [],
    file.fileCorrections.at(file.key, Number.MAX_SAFE_INTEGER).map(({ number }) => number),
  )
  process.send?.('revised')
}
