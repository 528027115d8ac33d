let reopenedPlanId: string | null = null

/** The next plan is to be shown with its duplicates: it was made from there. */
export function reopenDuplicates(planId: string): void {
  reopenedPlanId = planId
}

/** Whether this plan is to be shown so. */
export function wasReopened(planId: string): boolean {
  return reopenedPlanId === planId
}
