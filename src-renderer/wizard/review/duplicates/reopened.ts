let reopenedPlanId: string | null = null

/** The next plan is to be shown with its duplicates: it was made from there. */
export function reopenDuplicates(planId: string): void {
  reopenedPlanId = planId
}

/** Whether this plan is to be shown so. */
export function wasReopened(planId: string): boolean {
  return reopenedPlanId === planId
}

let fixedPlanId: string | null = null

/** The plan is to be shown in the file's grid, at the first of its cells that cannot be used. */
export function openAtIssues(planId: string): void {
  fixedPlanId = planId
}

/** Whether this plan is to be shown so: once. */
export function takeOpenAtIssues(planId: string): boolean {
  const isMeant = fixedPlanId === planId
  if (isMeant) fixedPlanId = null
  return isMeant
}
