import type { RecipeFit } from '../../../engine/contract.ts'
import { counted } from './number-words.ts'

const needs = { column: 'the column', field: 'the custom field', department: 'the department' } as const

/** How a recipe and a file go together, a line each. */
export function fitText(recipeName: string, fileName: string, fit: RecipeFit): string {
  const missing = fit.missing.map(({ what, name, uses, near }) => {
    const purpose =
      uses.length === 0
        ? ''
        : `, needed for ${uses.map((use) => (use === 'match' ? 'finding the contacts' : use === 'only' ? 'choosing the rows' : use)).join(', ')}`
    const instead = near.length === 0 ? '' : `; is it ${near.map(quoted).join(' or ')}?`
    return `  missing: ${needs[what]} ${quoted(name)}${purpose}${instead}`
  })
  const lines = [
    fit.kind === 'misfit'
      ? `"${recipeName}" does not fit ${fileName}: ${counted(fit.missing.length, 'thing')} it needs ${fit.missing.length === 1 ? 'is' : 'are'} missing.`
      : `"${recipeName}" fits ${fileName}.`,
    ...missing,
    ...(fit.added.length > 0 ? [`  new columns: ${fit.added.map(quoted).join(', ')}`] : []),
    ...(fit.removed.length > 0 ? [`  columns that are gone: ${fit.removed.map(quoted).join(', ')}`] : []),
    ...(fit.isMoved ? ['  The columns stand in another order; that does no harm.'] : []),
  ]
  return lines.join('\n')
}

const quoted = (name: string): string => `"${name}"`
