/** The parts of contacts' records that a recipe writes: of a million contacts nothing else is read for comparing. */
export interface RecordParts {
  texts: readonly (typeof textParts)[number][]
  tags: boolean
  /** By uuid. */
  customFields: readonly string[] | 'all'
}
export const textParts = ['name', 'email', 'notes'] as const
export const allParts: RecordParts = { texts: textParts, tags: true, customFields: 'all' }
