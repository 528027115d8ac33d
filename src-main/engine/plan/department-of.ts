import { AppError } from '../errors.ts'
import type { Department } from '../service/customer.ts'

/**
 * The uuid of the department that a recipe names, by uuid or by name; null when it names none. Throws `recipe.misfit` when
 * the account has no such department, or several of that name.
 */
export function departmentUuid(group: string | undefined, departments: readonly Department[]): string | null {
  if (group === undefined) return null
  if (departments.some((one) => one.uuid === group)) return group
  const wanted = group.trim().toLowerCase()
  const [named, ...others] = departments.filter((one) => one.name.trim().toLowerCase() === wanted)
  if (named !== undefined && others.length === 0) return named.uuid
  throw new AppError(
    'recipe.misfit',
    named === undefined ? `The account has no department “${group}”.` : `The account has several departments called “${group}”.`,
    departments.length === 0
      ? 'Sync the account, then try again.'
      : `Choose one of: ${departments.slice(0, 10).map((one) => one.name).join(', ')}${departments.length > 10 ? ', …' : ''}; or give its uuid.`,
  )
}
