import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveRecipe } from '../../../../src-main/shells/cli/options/recipe-file.ts'
import { recipe } from '../../../engine/store/stored-things.ts'

test.each(['--save-recipe', '--out'] as const)(
  'a recipe is written over no file, and the hint names the option that was given: %s',
  async (option) => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-recipe-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'r.json')
    writeFileSync(path, 'mine')
    const hint = `Choose another name for ${option}, or remove the file first.`
    await expect(saveRecipe(path, recipe(), option)).rejects.toMatchObject({ code: 'usage', hint })
  },
)
