import { writeFileSync } from 'node:fs'
import { recipeJsonSchema } from '../src-main/engine/mapping/recipe/recipe-json-schema.ts'

writeFileSync(new URL('../resources/recipe.schema.json', import.meta.url), `${JSON.stringify(recipeJsonSchema(), null, 2)}\n`)
