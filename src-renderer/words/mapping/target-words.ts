import type { Target, TargetChoice } from '../../../src-main/engine/contract.ts'

/** The choice for a recipe's target; a custom field can be named by its uuid or by its name. */
export function choiceOf(targets: readonly TargetChoice[], to: string): TargetChoice | null {
  const exact = targets.find((choice) => choice.to === to)
  if (exact || !to.startsWith('custom:')) return exact ?? null
  const name = to.slice('custom:'.length).trim().toLowerCase()
  return targets.find((choice) => choice.custom && choice.label.toLowerCase() === name) ?? null
}

export function labelOf(targets: readonly TargetChoice[], to: string): string {
  return choiceOf(targets, to)?.label ?? (to.startsWith('custom:') ? to.slice('custom:'.length) : to)
}

/** The recipe's own spelling of a choice, so that a field that is there already is found again. */
export function targetIn(fields: readonly { to: Target }[], targets: readonly TargetChoice[], choice: string): Target {
  return fields.find((rule) => choiceOf(targets, rule.to)?.to === choice)?.to ?? (choice as Target)
}
