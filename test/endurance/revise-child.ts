import type { Edit } from '../../src-main/engine/model/files/edit-schema.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'
import { recipe } from '../engine/store/stored-things.ts'
import { knownFile } from '../engine/plan/revising.ts'

/** Corrects a plan's file without end, one way and another; tells when it begins, and each time that it has. */
const [database = '', fileId = '', storedPath = '', planId = '', recipeText = '{}'] = process.argv.slice(2)
const file = await knownFile(openStore(database), fileId, storedPath, recipe(JSON.parse(recipeText)))
const edits: Edit[] = [
  { kind: 'cell', line: 1500, column: 1, before: 'Ann', after: 'Bea' },
  { kind: 'exclude', lines: [7, 8, 2000] },
  { kind: 'replace', column: 1, find: 'n', replaceWith: 'm', matchCase: true, wholeCell: false },
]
process.send?.('ready')
for (;;) {
  for (const edit of edits) {
    await file.revise(planId, [edit])
    process.send?.('revised')
  }
  await file.revise(
    planId,
    [],
    file.fileEdits.at(file.key, Number.MAX_SAFE_INTEGER).map(({ number }) => number),
  )
  process.send?.('revised')
}
