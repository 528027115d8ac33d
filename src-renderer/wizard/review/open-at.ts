/** Where a review opens that is asked for something particular: the contacts with several rows, the first cell that cannot be used, the
 * rows that need somebody's OK. */
type ReviewPlace = 'duplicates' | 'issues' | 'held'

let next: { planId: string; place: ReviewPlace } | null = null

/** The review of this plan is to open there. */
export function openReviewAt(planId: string, place: ReviewPlace): void {
  next = { planId, place }
}

/** Where the review of this plan is to open: once, then at its first rows. */
export function takeReviewPlace(planId: string): ReviewPlace | null {
  if (next?.planId !== planId) return null
  const { place } = next
  next = null
  return place
}
