import { z } from 'zod'

const sendAlong = ['custom-fields', 'texts', 'tags', 'flags'] as const
export type SendAlong = (typeof sendAlong)[number]

/**
 * What Rollcall can live with. What a service clears or replaces when a change of a record leaves it out can be sent along with each change
 * so that it stays: all custom fields, name and notes, all tags, the flags that are set. `altered-texts`: the service stores other texts
 * than it is given, and what it makes of them counts as what was asked for.
 */
export const liveWithSchema = z.enum([...sendAlong, 'altered-texts'])
export type LiveWith = z.infer<typeof liveWithSchema>

/** Those of a list that are sent along with each change. */
export function alongOf(list: Iterable<LiveWith>): SendAlong[] {
  return [...list].filter((one) => one !== 'altered-texts')
}

/** What is sent along, in words. */
export const sentAlongWords: Readonly<Record<SendAlong, string>> = {
  'custom-fields': 'all custom fields',
  texts: 'name and notes',
  tags: 'all tags',
  flags: 'archived and blocked where they are set',
}

/** What is sent along, as one phrase; '' for nothing. */
export function sentAlong(list: Iterable<LiveWith>): string {
  return alongOf(list)
    .map((one) => sentAlongWords[one])
    .join(', ')
}
