import { z } from 'zod'
import { duplicateBySchema, fieldRuleSchema, plainTargets, recipeSchema } from '../../model/recipes/recipe-schema.ts'
import { textStepSchema } from '../../model/recipes/step-schema.ts'

/** Whose numbers may be anything but 0. */
const pieces = textStepSchema.options.flatMap((step) => ('take' in step.shape ? [step.shape.take] : []))

/** The published JSON Schema of recipes, for editors: what `recipeSchema` says, as far as JSON Schema can. */
export function recipeJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(recipeSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === fieldRuleSchema.shape.to) {
        jsonSchema.description = 'A field of the service, or custom: and the name or uuid of a custom field'
        jsonSchema.anyOf = [{ enum: [...plainTargets] }, { type: 'string', pattern: '^custom:[\\s\\S]' }]
      }
      if (zodSchema === duplicateBySchema)
        jsonSchema.anyOf = [{ enum: ['phone', 'email'] }, { type: 'string', pattern: '^custom:[\\s\\S]' }]
      if (pieces.some((piece) => piece === zodSchema)) jsonSchema.not = { const: 0 }
      if (zodSchema === fieldRuleSchema) jsonSchema.oneOf = [{ required: ['from'] }, { required: ['value'] }, { required: ['template'] }]
    },
  })
  return { ...schema, title: 'Rollcall recipe', description: 'A saved mapping: which column of a file goes to which field of a contact' }
}
