import type { Recipe } from '../../../../src-main/engine/contract.ts'

/** The recipe that writes each text with its date in front; null where the file tells no dates, or the text has them already. */
export function withDateInFront(recipe: Recipe): Recipe | null {
  const body = recipe.fields.find(({ to }) => to === 'body')
  if (body === undefined || !recipe.fields.some(({ to }) => to === 'sentAt') || body.template?.includes('{{sentAt}}') === true) return null
  const { from, join, take: _take, template, ...rest } = body
  const text = template ?? from?.map((name) => `{{${name}}}`).join(join ?? ' ')
  if (text === undefined) return null
  const dated = { ...rest, template: `[{{sentAt}}] ${text}` }
  return { ...recipe, fields: recipe.fields.map((rule) => (rule === body ? dated : rule)) }
}
