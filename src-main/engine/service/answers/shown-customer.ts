import { z } from 'zod'
import { regularTags } from './regular-tags.ts'

const text = z.union([z.string(), z.null(), z.number().transform(String)])

const yes = new Set(['1', 'true', 'yes'])
const no = new Set(['0', 'false', 'no'])
const flag = z.union([
  z.boolean(),
  z.union([z.string(), z.number()]).transform((value, context) => {
    const word = String(value).trim().toLowerCase()
    if (yes.has(word)) return true
    if (no.has(word)) return false
    context.addIssue('not a flag')
    return z.NEVER
  }),
])

const tag = z.union([z.string(), z.number().transform(String), z.looseObject({ name: z.string() }).transform(({ name }) => name)])
const tags = z.union([
  z.array(tag.nullable()).transform((list) => regularTags(list)),
  z.string().transform((list) => regularTags(list.split(/[\s,]/))),
  z.null().transform((): string[] => []),
])

const fieldValue = z.union([z.string(), z.number().transform(String), z.boolean().transform(String), z.null()])
const customFields = z.union([
  z.record(z.string(), fieldValue).transform((map) => regularFields(Object.entries(map))),
  z
    .array(z.looseObject({ uuid: z.string(), value: fieldValue }))
    .transform((list) => regularFields(list.map(({ uuid, value }) => [uuid, value] as const))),
  z.null().transform((): Record<string, string> => ({})),
])

const phoneObject = z
  .looseObject({
    display_phone_number: text.optional(),
    phone_number: text.optional(),
    e164: text.optional(),
    number: text.optional(),
  })
  .transform((phone) => phone.display_phone_number ?? phone.e164 ?? phone.phone_number ?? phone.number ?? null)
const phone = z.union([text, phoneObject])

/** Each property on its own: one that cannot be read spoils no other, and counts as not shown. */
export const customerSchema = z.looseObject({
  uuid: z.union([z.string().trim().min(1), z.number().transform(String)]),
  name: text.optional().catch(undefined),
  notes: text.optional().catch(undefined),
  email: text.optional().catch(undefined),
  phone_number: phone.optional().catch(undefined),
  archived: flag.optional().catch(undefined),
  blocked: flag.optional().catch(undefined),
  unreachable: flag.optional().catch(undefined),
  reachable_by_sms: flag.optional().catch(undefined),
  tags: tags.optional().catch(undefined),
  custom_fields: customFields.optional().catch(undefined),
  consent_status: flag.nullable().optional().catch(undefined),
})

/** What a customer shows, each property made regular. */
export type ShownCustomer = Partial<Record<string, unknown>> & z.infer<typeof customerSchema>

function regularFields(entries: readonly (readonly [string, string | null])[]): Record<string, string> {
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== null))
}
