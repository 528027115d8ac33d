import { expect, test } from 'vitest'
import { findRecipeMistakes } from '../../../../src-main/engine/mapping/recipe/find-recipe-mistakes.ts'
import type { FieldRule } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { recipe } from '../../store/stored-things.ts'

const mistakesIn = (values: FieldRule['values'], to: FieldRule['to'] = 'consent') =>
  findRecipeMistakes(recipe({ kind: 'contacts', fields: [{ to, from: ['SMS Consent'], values }] })).map(({ path }) => path)

test.each(['', ' ', '\u00a0', 'STOP', 'stop all', 'Unsubscribed', 'opted out'])(
  'no recipe can make "%s" mean that somebody agreed, whoever wrote it',
  (word) => {
    expect(mistakesIn({ Yes: true, [word]: true })).toEqual([`fields[0].values[${JSON.stringify(word)}]`])
    expect(mistakesIn({ Yes: true, [word]: 'yes' })).toEqual([`fields[0].values[${JSON.stringify(word)}]`])
    expect(mistakesIn({ Yes: true, [word]: false })).toEqual([])
    expect(mistakesIn({ Yes: true, [word]: null })).toEqual([])
    expect(mistakesIn({ Yes: true, [word]: true }, 'blocked')).toEqual([])
  },
)
