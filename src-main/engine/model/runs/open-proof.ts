import { z } from 'zod'
import { fieldValueSchema, sentAsPlanned, updateSchema } from '../plans/plan-schema.ts'

const recordSchema = z.object({
  uuid: z.string(),
  name: z.string().nullable().exactOptional(),
  notes: z.string().nullable().exactOptional(),
  phoneRaw: z.string().nullable().exactOptional(),
  phone: z.string().nullable().exactOptional(),
  archived: z.boolean().exactOptional(),
  blocked: z.boolean().exactOptional(),
  reachableBySms: z.boolean().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  customFields: z.record(z.string(), z.string()).exactOptional(),
  consent: z.boolean().nullable().exactOptional(),
  email: z.string().nullable().exactOptional(),
  unreachable: z.boolean().exactOptional(),
})

const sentCallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('updateCustomer'), uuid: z.string(), customer: updateSchema }),
  ...sentAsPlanned,
  z.object({ kind: z.literal('resolveConversation'), conversationUuid: z.string(), disposition: z.string().nullable() }),
])

const postsSchema = z.object({ uuids: z.array(z.string()), newestSeconds: z.number().nullable() })
const lostSchema = z.object({ field: z.string(), label: z.string(), isThere: z.literal(true).exactOptional() })
const changeSchema = z.object({ field: z.string(), before: fieldValueSchema, after: fieldValueSchema })

/**
 * What the journal keeps of a call that has to prove what the service does, until that is decided: a process that ends meanwhile leaves
 * behind what its contact was like.
 */
export const openProofSchema = z.object({
  /** As it is sent. */
  call: sentCallSchema,
  /** What was read right before it. */
  before: z.object({
    record: recordSchema.nullable(),
    posts: postsSchema.nullable(),
    /** The contact's posts before a call that leaves none. */
    texts: postsSchema.nullable().exactOptional(),
    /** When all that was read, by this computer's clock. */
    readAtSeconds: z.number().exactOptional(),
    isResolved: z.boolean().nullable().exactOptional(),
    /** Fields that Rollcall never writes, see `run/proof/unwritten-fields.ts`. */
    unwritten: z.record(z.string(), z.union([z.string(), z.literal(true)])).exactOptional(),
  }),
  /** `before` was known of the contact, and not read right before the call. */
  isRemembered: z.literal(true).exactOptional(),
  /** The post that it left; null where that is not known (yet). */
  postUuid: z.string().nullable(),
  /** More was changed than it asked for, which was confirmed by another contact and is being put back; absent for others. */
  found: z
    .object({
      changes: z.array(changeSchema),
      target: recordSchema,
      isCutShort: z.boolean(),
      /** What is different, too, and stays as it is. */
      left: z.array(changeSchema).exactOptional(),
      /** What the call asked for and was not there. */
      lost: z.array(lostSchema).exactOptional(),
    })
    .exactOptional(),
  /** The same, while it is not known yet whether the service did that: a run that is canceled then tells of it. Absent for others. */
  suspected: z.object({ changes: z.array(changeSchema), lost: z.array(lostSchema) }).exactOptional(),
  /**
   * It is done, and to be read again: the service changes more than it is asked to, and may have done so before that was seen. What
   * of that can be put back; `before` is the contact as it was known. Absent for others.
   */
  doubt: z.array(changeSchema).exactOptional(),
})
export type OpenProof = z.infer<typeof openProofSchema>
