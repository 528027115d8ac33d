import type { OpenAccount } from '../../account/open-account.ts'
import type { Output } from '../../contract.ts'
import type { EngineContext } from '../engine-context.ts'
import { AppError } from '../../model/errors.ts'
import { compileRecipe } from '../../mapping/compile/compile-recipe.ts'
import { withoutMissing } from '../../mapping/recipe/without-missing.ts'
import { createFieldLabels } from '../../model/contacts/field-labels.ts'
import { mapSourceRow } from '../../plan/row/map-source-row.ts'
import { groupDetail, planGroups, shownRows } from '../../plan/duplicates/read-groups.ts'
import type { StoredPlan } from '../../store/plans/plans.ts'
import { accountFields } from '../account-fields.ts'
import { readCorrectedLines } from '../read-corrected.ts'
import { storedFile } from '../file-procedures.ts'

interface Query {
  search: string
  open: boolean
  offset: number
  limit: number
}

export function listGroups(account: OpenAccount, planId: string, query: Query): Output<'plans.groups'> {
  const plan = readyPlan(account, planId)
  return planGroups(account.store, plan.id, plan.recipe, query)
}

/** A group with its rows as they stand in the file, corrected and mapped as for the plan. */
export async function showGroup(
  context: EngineContext,
  account: OpenAccount,
  planId: string,
  group: number,
): Promise<Output<'plans.group'>> {
  const plan = readyPlan(account, planId)
  const { columns, dialect, correctionsThrough } = plan
  const recipe = withoutMissing(plan.recipe, columns)?.recipe ?? plan.recipe
  const lines = shownRows(account.store, plan.id, group).map(({ line }) => line)
  const file = storedFile(account, plan.fileId)
  const fields = await accountFields(account, context.clock)
  const mapping = compileRecipe(recipe, columns, fields)
  const sources = await readCorrectedLines(account, file, dialect, lines, correctionsThrough)
  const mapped = new Map([...sources].map(([line, row]) => [line, mapSourceRow(row, { columns, dialect, recipe, mapping })]))
  const customFieldUuid = (target: string) => mapping.customFieldUuid?.(target) ?? null
  return groupDetail(account.store, plan.id, group, { recipe, label: createFieldLabels(fields.customFields), mapped, customFieldUuid })
}

function readyPlan(account: OpenAccount, planId: string): StoredPlan {
  const plan = account.tables.plans.find(account.tables.plans.idOf(planId))
  if (plan === null) throw new AppError('plan.unknown', 'There is no such plan.', 'Plan the file again.')
  if (plan.totals === null)
    throw new AppError(
      'plan.not_ready',
      'The changes are still being worked out, or that was stopped.',
      'Wait until it is done, or plan the file again.',
    )
  return plan
}
