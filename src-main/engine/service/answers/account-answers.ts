import { z } from 'zod'
import type { Disposition } from '../../model/contacts/customer.ts'
import { listIn, oneIn, readEach } from './answer-parts.ts'

/** Section Resources, Agent; null where the service shows nothing. */
export interface Agent {
  uuid: string
  name: string | null
  username: string | null
  email: string | null
  isOnCall: boolean | null
  permissionLevel: string | null
  /** The departments that the agent belongs to. */
  groupUuids: string[]
}

/** Its fields are not shown in the specification. */
export interface Organization {
  uuid: string | null
  name: string | null
}

const text = z.string().nullable().optional().catch(undefined)

const agentSchema = z
  .looseObject({
    uuid: z.string().min(1),
    name: text,
    username: text,
    email: text,
    on_call: z.boolean().nullable().optional().catch(undefined),
    permission_level: text,
    group_uuids: z.array(z.string()).catch([]),
  })
  .transform((agent): Agent => ({
    uuid: agent.uuid,
    name: agent.name ?? null,
    username: agent.username ?? null,
    email: agent.email ?? null,
    isOnCall: agent.on_call ?? null,
    permissionLevel: agent.permission_level ?? null,
    groupUuids: agent.group_uuids,
  }))

/** Null when it is none. */
export function readAgent(value: unknown): Agent | null {
  const parsed = agentSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** Null when the answer holds no list of agents. */
export function readAgents(body: unknown): Agent[] | null {
  return readEach(listIn(body, 'users', 'agents'), agentSchema)
}

/** Its fields are not shown in the specification: a name may be under `name` or `title`. */
const dispositionSchema = z
  .looseObject({ uuid: z.string().min(1), name: text, title: text })
  .transform(({ uuid, name, title }): Disposition => ({ uuid, name: name ?? title ?? uuid }))

/** Null when the answer holds no list of dispositions. */
export function readDispositions(body: unknown): Disposition[] | null {
  return readEach(listIn(body, 'dispositions'), dispositionSchema)
}

const organizationSchema = z
  .looseObject({ uuid: text, name: text })
  .transform(({ uuid, name }): Organization => ({ uuid: uuid ?? null, name: name ?? null }))

/** Null when the answer holds no organization. */
export function readOrganization(body: unknown): Organization | null {
  const found = oneIn(body, 'organization')
  const parsed = organizationSchema.safeParse(found.kind === 'one' ? found.value : null)
  return parsed.success ? parsed.data : null
}
