import type { FirstCustomer } from '../seed/scenario.ts'
import type { Chance } from '../seed/chance.ts'
import type { Traits } from './traits.ts'

/**
 * The messaging service, written from its specification alone: it shares nothing with the client, nor with the sandbox. It
 * keeps every version of every contact, so that reads can lag, and a record of every effect, which is asked in the end.
 */
export interface CustomerState {
  uuid: string
  phone: string
  name: string | null
  notes: string | null
  email: string | null
  tags: readonly string[]
  customFields: Readonly<Record<string, string>>
  archived: boolean
  blocked: boolean
  unreachable: boolean
  consent: boolean | null
}

export interface PostState {
  uuid: string
  /** Whose conversation it stands in: that of a number, or of the numbers of a group. */
  phone: string
  /** Of a customer: which one, where that is told. */
  writer?: string
  body: string
  creator: 'customer' | 'system' | 'user'
  isWhisper: boolean
  atMs: number
}

/** What a request changed. */
export type EffectRecord =
  | { kind: 'update'; atMs: number; uuid: string }
  | { kind: 'create'; atMs: number; uuid: string; phone: string }
  | { kind: 'consent'; atMs: number; uuid: string; consent: boolean; isStored: boolean }
  /** `body`: as it was asked, whatever became of it. */
  | { kind: 'import'; atMs: number; phone: string; body: string }
  | { kind: 'whisper'; atMs: number; phone: string; body: string }
  | { kind: 'resolve'; atMs: number; phone: string }
  /** Nobody asked for it. */
  | { kind: 'text'; atMs: number; phone: string }
  /** Somebody is texted; `refuses`: who must not be, as the service knew then. */
  | { kind: 'sent'; atMs: number; phone: string; body: string; refuses: boolean }
  /** A group is; `refusing`: who of them must not be; `unagreed`: who of them has not agreed. */
  | { kind: 'groupSent'; atMs: number; phones: readonly string[]; body: string; refusing: readonly string[]; unagreed: readonly string[] }
  /** Somebody is asked, by a text, whether they may be texted. */
  | { kind: 'asked'; atMs: number; phone: string; consent: boolean | null; refuses: boolean }

export interface ServiceRequest {
  method: string
  /** Without its query. */
  path: string
  query: URLSearchParams
  body: unknown
}

export interface ServiceAnswer {
  status: number
  body: unknown
}

const blankCustomer = {
  name: null,
  notes: null,
  email: null,
  tags: [],
  customFields: {},
  archived: false,
  blocked: false,
  unreachable: false,
  consent: null,
}
const notFound: ServiceAnswer = { status: 404, body: { message: 'Not found' } }
/** For group messaging (section Endpoints, POST conversations). */
export const groupDepartment = { uuid: 'group-texts', name: 'Group texts', phone_number: null, is_sms_group: true }
/** Between the numbers of a group's conversation. */
const separator = ' & '
/** Where a group's conversation is: that of its numbers, in whatever order. */
export const groupPlace = (phones: readonly string[]): string => phones.toSorted().join(separator)
const numbersIn = (place: string): string[] => place.split(separator)
const pageSizeMost = 50
const pageSizeUsual = 30

export class ServiceModel {
  readonly effects: EffectRecord[] = []
  private readonly versions = new Map<string, { atMs: number; state: CustomerState }[]>()
  private readonly posts: PostState[] = []
  private readonly traits: Traits
  private readonly chance: Chance
  /** Whom colleagues created, not Rollcall. */
  readonly byColleagues: CustomerState[] = []
  private made = 0
  private consentsSet = 0
  private readonly undoChance: Chance
  /** A run is taken back from now on. */
  isUndoing = false
  /** Who has written STOP, and where. */
  readonly stops: { phone: string; atMs: number; conversationUuid: string }[] = []
  /** What people have made of their consent when they were asked for it, and colleagues of contacts. */
  readonly byOthers: { phone: string; field: 'consent' | 'blocked'; value: boolean; atMs: number }[] = []
  /** Is told who is asked that. */
  onAsked: (phone: string) => void = () => undefined

  constructor(customers: readonly FirstCustomer[], traits: Traits, chance: Chance) {
    this.traits = traits
    this.chance = chance
    this.undoChance = chance.fork('undo')
    for (const { posts, ...customer } of customers) {
      const uuid = this.newUuid('customer')
      this.store({ ...customer, uuid, email: null, unreachable: false }, Number.NEGATIVE_INFINITY)
      for (const body of posts) this.addPost(customer.phone, body, 'customer', -1000 * 60 * 60)
    }
  }

  /** Everybody as they are now, whatever reads show. */
  customers(): CustomerState[] {
    return [...this.versions.values()].flatMap((versions) => versions.at(-1)?.state ?? [])
  }

  /** As a colleague does it at the service itself. */
  createByHand(phone: string, atMs: number): void {
    const state: CustomerState = { ...blankCustomer, uuid: this.newUuid('customer'), phone, name: 'By hand' }
    this.byColleagues.push(state)
    this.store(state, atMs)
  }

  postsOf(phone: string): readonly PostState[] {
    return this.posts.filter((post) => post.phone === phone)
  }

  isWrite({ method }: Pick<ServiceRequest, 'method'>): boolean {
    return method !== 'GET'
  }

  answer(request: ServiceRequest, atMs: number): ServiceAnswer {
    return this.isWrite(request) ? this.write(request, atMs) : this.read(request, atMs - this.traits.readLagMs)
  }

  private write({ method, path, body }: ServiceRequest, atMs: number): ServiceAnswer {
    const given = asObject(body)
    const uuid = /^\/api\/customer\/([^/]+)\.json$/.exec(path)?.[1]
    if (method === 'PUT' && uuid !== undefined) return this.update(decodeURIComponent(uuid), asObject(given.customer), atMs)
    if (method !== 'POST') return notFound
    const conversation = /^\/api\/conversation\/conversation-([^/]+)\/resolve\.json$/.exec(path)?.[1]
    if (conversation !== undefined) return this.resolve(decodeURIComponent(conversation), atMs)
    switch (path) {
      case '/api/customers.json':
        return this.create(asObject(given.customer), atMs)
      case '/api/customers/set_consent.json':
        return this.setConsent(given, atMs)
      case '/api/customers/request_consent.json':
        return this.ask(given, atMs)
      case '/api/new_customer_post.json':
        return this.importPost(given, atMs)
      case '/api/conversations.json':
        if (Array.isArray(given.phone_number)) return this.textGroup(given, atMs)
        return 'comment' in given ? this.text(given, atMs) : this.whisper(given, atMs)
    }
    return notFound
  }

  private update(uuid: string, asked: Record<string, unknown>, atMs: number): ServiceAnswer {
    const before = this.current(uuid)
    if (before === null) return notFound
    const after = updated(before, asked, this.traits.update)
    this.effects.push({ kind: 'update', atMs, uuid })
    if (this.traits.update === 'storesElsewhere') {
      const other = this.customers().find((one) => one.uuid !== uuid)
      if (other !== undefined) this.store(updated(other, asked, 'exact'), atMs)
    } else if (this.traits.update !== 'echoesOnly' && !this.isOnlyEchoed()) this.store(after, atMs)
    this.textsAfter('update', before.phone, atMs)
    return { status: 200, body: { customer: shown(after) } }
  }

  /** Nothing in the specification says that a number belongs to one contact only. */
  private create(asked: Record<string, unknown>, atMs: number): ServiceAnswer {
    const phone = asked.phone_number
    if (typeof phone !== 'string') return { status: 422, body: { message: 'A phone number is needed' } }
    const uuid = this.newUuid('customer')
    const state = updated({ ...blankCustomer, uuid, phone }, { ...asked, tags_handling: 'add' }, 'exact')
    if (this.traits.create === 'exact') {
      this.store(state, atMs)
      this.effects.push({ kind: 'create', atMs, uuid, phone })
      this.textsAfter('create', phone, atMs)
    }
    return { status: 200, body: { customer: shown(state) } }
  }

  private setConsent(asked: Record<string, unknown>, atMs: number): ServiceAnswer {
    const { customer_uuid: uuid, phone_number: phone, consent } = asked
    const found = typeof uuid === 'string' ? this.current(uuid) : (this.customers().find((one) => one.phone === phone) ?? null)
    if (found === null) return notFound
    this.consentsSet += 1
    const isStored = !(this.traits.consent === 'onlyFirst' && this.consentsSet > 1) && !this.isOnlyEchoed()
    this.effects.push({ kind: 'consent', atMs, uuid: found.uuid, consent: consent === 1, isStored })
    if (!isStored) return { status: 200, body: { success: 1 } }
    const blocked = this.traits.consent === 'unblocks' ? false : found.blocked
    this.store({ ...found, blocked, consent: consent === 1 }, atMs)
    this.textsAfter('consent', found.phone, atMs)
    return { status: 200, body: { success: 1 } }
  }

  private importPost(asked: Record<string, unknown>, atMs: number): ServiceAnswer {
    const { phone_number: phone } = asked
    const { body } = asObject(asked.comment)
    if (typeof phone !== 'string' || typeof body !== 'string') return { status: 422, body: { message: 'A text is needed' } }
    this.effects.push({ kind: 'import', atMs, phone, body })
    const post = this.addPost(phone, altered(body, this.traits.altersTexts), 'customer', atMs)
    const customer = this.customers().find((one) => one.phone === phone)
    if (customer !== undefined && this.traits.import === 'unblocks') this.store({ ...customer, blocked: false }, atMs)
    if (customer !== undefined && this.traits.import === 'givesConsent') this.store({ ...customer, consent: true }, atMs)
    if (this.traits.import === 'answers') this.addPost(phone, 'Thanks, we have got your message.', 'system', atMs)
    return { status: 200, body: { post: shownPost(post), group: { uuid: 'group-1', name: 'Office' } } }
  }

  /** As somebody does it on their phone, in reply to the last text that they got in a group, or to the office alone. */
  stopTexts(phone: string, atMs: number, isInGroup = false): void {
    const group = isInGroup ? this.posts.findLast((post) => post.phone.includes(separator) && numbersIn(post.phone).includes(phone)) : null
    this.stops.push({ phone, atMs, conversationUuid: `conversation-${group?.phone ?? phone}` })
    if (group) this.addPost(group.phone, 'STOP', 'customer', atMs, false, this.byPhone(phone)?.uuid)
    else this.addPost(phone, 'STOP', 'customer', atMs)
  }

  /** Somebody says whether they may be texted. */
  answersQuestion(phone: string, consent: boolean, atMs: number): void {
    const customer = this.byPhone(phone)
    if (customer === undefined) return
    this.addPost(phone, consent ? 'Yes' : 'No', 'customer', atMs)
    this.store({ ...customer, consent }, atMs)
    this.byOthers.push({ phone, field: 'consent', value: consent, atMs })
  }

  /** As a colleague does it at the service itself. */
  refuseByHand(phone: string, field: 'consent' | 'blocked', atMs: number): void {
    const customer = this.byPhone(phone)
    if (customer === undefined) return
    const value = field === 'blocked'
    this.store({ ...customer, [field]: value }, atMs)
    this.byOthers.push({ phone, field, value, atMs })
  }

  /** It sends whatever it is asked to: who may be texted is for the office to know. */
  private text(asked: Record<string, unknown>, atMs: number): ServiceAnswer {
    const { phone_number: phone } = asked
    const { body } = asObject(asked.comment)
    if (typeof phone !== 'string' || typeof body !== 'string') return { status: 422, body: { message: 'A text is needed' } }
    this.effects.push({ kind: 'sent', atMs, phone, body, refuses: this.refuses(phone) })
    const post = this.addPost(phone, altered(body, this.traits.altersTexts), 'user', atMs)
    return { status: 200, body: { conversation: { uuid: `conversation-${phone}`, resolved: false }, post: shownPost(post) } }
  }

  private refuses(phone: string): boolean {
    const customer = this.byPhone(phone)
    return customer === undefined || customer.blocked || customer.archived || customer.unreachable || customer.consent === false
  }

  private byPhone(phone: string): CustomerState | undefined {
    return this.customers().find((one) => one.phone === phone)
  }

  /** In a conversation with all of them, whose uuid only its answer tells. */
  private textGroup({ phone_number: given, group_uuid: group, comment }: Record<string, unknown>, atMs: number): ServiceAnswer {
    const { body } = asObject(comment)
    const phones = Array.isArray(given) ? given.filter((one) => typeof one === 'string').sort() : []
    if (phones.length === 0 || typeof body !== 'string') return { status: 422, body: { message: 'A text is needed' } }
    if (this.traits.groupTexts === 'none' || group !== groupDepartment.uuid)
      return { status: 422, body: { message: 'Not a group-messaging department' } }
    const place = groupPlace(phones)
    const conversation = { uuid: `conversation-${place}`, resolved: false }
    if (this.traits.groupTexts === 'echoesOnly') {
      const uuid = this.newUuid('post')
      return { status: 200, body: { conversation, post: shownPost({ uuid, phone: place, body, creator: 'user', isWhisper: false, atMs }) } }
    }
    const refusing = phones.filter((phone) => this.refuses(phone))
    const unagreed = phones.filter((phone) => this.byPhone(phone)?.consent !== true)
    this.effects.push({ kind: 'groupSent', atMs, phones, body, refusing, unagreed })
    const post = this.addPost(place, altered(body, this.traits.altersTexts), 'user', atMs)
    if (this.traits.groupTexts === 'archives') for (const phone of phones) this.archive(phone, atMs)
    return { status: 200, body: { conversation, post: shownPost(post), group: groupDepartment } }
  }

  /** The service's own words; what the contact holds as consent stays as it is until they answer. */
  private ask({ customer_uuid: uuid, phone_number: phone }: Record<string, unknown>, atMs: number): ServiceAnswer {
    const customer = typeof uuid === 'string' ? this.current(uuid) : (this.byPhone(String(phone)) ?? null)
    if (customer === null) return notFound
    const { phone: number, consent } = customer
    this.effects.push({ kind: 'asked', atMs, phone: number, consent, refuses: this.refuses(number) })
    if (this.traits.asks !== 'unshown') this.addPost(number, 'May we text you? Reply YES or NO.', 'system', atMs)
    if (this.traits.asks === 'archives') this.archive(number, atMs)
    this.onAsked(number)
    return { status: 200, body: { success: 1 } }
  }

  private archive(phone: string, atMs: number): void {
    const customer = this.byPhone(phone)
    if (customer !== undefined) this.store({ ...customer, archived: true }, atMs)
  }

  /** Nobody but the office sees it. */
  private whisper(asked: Record<string, unknown>, atMs: number): ServiceAnswer {
    const { phone_number: phone } = asked
    const { body } = asObject(asked.whisper)
    if (typeof phone !== 'string' || typeof body !== 'string') return { status: 422, body: { message: 'A whisper is needed' } }
    this.effects.push({ kind: 'whisper', atMs, phone, body })
    const post = this.addPost(phone, altered(body, this.traits.altersTexts), 'user', atMs, true)
    return { status: 200, body: { conversation: { uuid: `conversation-${phone}`, resolved: false }, post: shownPost(post) } }
  }

  /** It stays so: what opens a conversation again is not in the specification. */
  private resolve(phone: string, atMs: number): ServiceAnswer {
    if (this.postsOf(phone).length === 0) return notFound
    this.effects.push({ kind: 'resolve', atMs, phone })
    const customer = this.customers().find((one) => one.phone === phone)
    if (customer !== undefined && this.traits.resolve === 'unblocks') this.store({ ...customer, blocked: false }, atMs)
    this.textsAfter('resolve', phone, atMs)
    const conversation = { uuid: `conversation-${phone}`, resolved: true }
    return { status: 200, body: { conversation, post: { uuid: this.newUuid('post'), marked_as_resolved: true } } }
  }

  private textsAfter(write: Traits['texts'], phone: string, atMs: number): void {
    if (this.traits.texts !== write) return
    this.addPost(phone, 'Welcome to our texts!', 'system', atMs)
    this.effects.push({ kind: 'text', atMs, phone })
  }

  private isResolved(phone: string, untilMs: number): boolean {
    return this.effects.some((effect) => effect.kind === 'resolve' && effect.phone === phone && effect.atMs <= untilMs)
  }

  /** `untilMs`: what was written later is not seen. */
  private isOnlyEchoed(): boolean {
    return this.isUndoing && this.undoChance.happens(this.traits.undoEchoes)
  }

  private read({ path, query }: ServiceRequest, untilMs: number): ServiceAnswer {
    const uuid = /^\/api\/customer\/([^/]+)\.json$/.exec(path)?.[1]
    if (uuid !== undefined) {
      const found = this.seen(decodeURIComponent(uuid), untilMs)
      return found === null ? notFound : { status: 200, body: { customer: shown(found) } }
    }
    const resolvable = /^\/api\/conversation\/conversation-([^/]+)\.json$/.exec(path)?.[1]
    if (resolvable !== undefined) return this.conversation(decodeURIComponent(resolvable), query, untilMs)
    const phone = query.get('phone_number')
    switch (path) {
      case '/api/customers.json':
        if (phone !== null) {
          const found = this.allSeen(untilMs).find((one) => one.phone === phone)
          return { status: 200, body: { customer: found === undefined ? null : shown(found) } }
        }
        return { status: 200, body: { customers: this.page(this.allSeen(untilMs), query).map(shown) } }
      case '/api/conversations.json':
        // What a group was texted is found by nobody's number.
        if (phone !== null && query.get('group_uuid') === groupDepartment.uuid) return { status: 200, body: { conversation: null } }
        if (phone !== null) return this.conversation(phone, query, untilMs)
        return { status: 200, body: { conversations: [] } }
      case '/api/groups.json': {
        const office = { uuid: 'group-1', name: 'Office', phone_number: null, is_sms_group: false }
        return { status: 200, body: { groups: this.traits.groupTexts === 'none' ? [office] : [office, groupDepartment] } }
      }
      case '/api/address_book/custom_fields.json':
        return { status: 200, body: { fields: ['plan', 'city'].map((name) => ({ uuid: `field-${name}`, name, data_type: 'string' })) } }
    }
    return notFound
  }

  private conversation(phone: string, query: URLSearchParams, untilMs: number): ServiceAnswer {
    const posts = this.postsOf(phone).filter(({ atMs }) => atMs <= untilMs)
    if (posts.length === 0) return { status: 200, body: { conversation: null } }
    const customer = this.allSeen(untilMs).find((one) => one.phone === phone)
    const conversation = {
      uuid: `conversation-${phone}`,
      customer: customer === undefined ? null : shown(customer),
      resolved: this.isResolved(phone, untilMs),
    }
    return { status: 200, body: { conversation, posts: this.page(posts.toReversed(), query).map(shownPost) } }
  }

  private page<T>(list: readonly T[], query: URLSearchParams): T[] {
    const size = Math.min(Number(query.get('page_size') ?? pageSizeUsual), pageSizeMost)
    const page = Number(query.get('page') ?? 0)
    const ordered = this.traits.reordersLists ? list.toSorted(() => this.chance.next() - 0.5) : list
    return ordered.slice(page * size, (page + 1) * size)
  }

  private allSeen(untilMs: number): CustomerState[] {
    return [...this.versions.keys()].flatMap((uuid) => this.seen(uuid, untilMs) ?? [])
  }

  private seen(uuid: string, untilMs: number): CustomerState | null {
    return this.versions.get(uuid)?.findLast(({ atMs }) => atMs <= untilMs)?.state ?? null
  }

  private current(uuid: string): CustomerState | null {
    return this.versions.get(uuid)?.at(-1)?.state ?? null
  }

  private store(state: CustomerState, atMs: number): void {
    const versions = this.versions.get(state.uuid)
    if (versions === undefined) this.versions.set(state.uuid, [{ atMs, state }])
    else versions.push({ atMs, state })
  }

  private addPost(phone: string, body: string, creator: PostState['creator'], atMs: number, isWhisper = false, writer?: string): PostState {
    const post = { uuid: this.newUuid('post'), phone, body, creator, isWhisper, atMs, ...(writer !== undefined && { writer }) }
    this.posts.push(post)
    return post
  }

  private newUuid(kind: string): string {
    this.made += 1
    return `${kind}-${this.made}`
  }
}

/** The model's time 0 on the clock on the wall. */
export const firstDayMs = 1_700_000_000_000

/** A customer as PUT customer leaves it; see the specification's table of fields. */
function updated(before: CustomerState, asked: Record<string, unknown>, trait: Traits['update']): CustomerState {
  const text = (name: 'name' | 'notes' | 'email') => {
    const value = asked[name]
    return typeof value === 'string' ? value : before[name]
  }
  const flag = (name: 'archived' | 'blocked' | 'unreachable') => {
    const value = asked[name]
    return typeof value === 'boolean' ? value : before[name]
  }
  const after: CustomerState = {
    ...before,
    name: text('name'),
    notes: text('notes'),
    email: text('email'),
    archived: flag('archived'),
    blocked: flag('blocked'),
    unreachable: flag('unreachable'),
    tags: tagsAfter(before.tags, asked, trait === 'replacesTags'),
    customFields: { ...(trait === 'replacesMap' && 'custom_fields' in asked ? {} : before.customFields), ...fieldsOf(asked) },
  }
  switch (trait) {
    case 'clearsNotes':
      return 'notes' in asked ? after : { ...after, notes: null }
    case 'clearsTags':
      return 'tags' in asked ? after : { ...after, tags: [] }
    case 'unblocks':
      return 'blocked' in asked ? after : { ...after, blocked: false }
    case 'unarchives':
      return 'archived' in asked ? after : { ...after, archived: false }
    case 'resetsConsent':
      return { ...after, consent: null }
    case 'exact':
    case 'replacesMap':
    case 'replacesTags':
    case 'echoesOnly':
    case 'storesElsewhere':
      return after
  }
}

function tagsAfter(before: readonly string[], asked: Record<string, unknown>, alwaysReplaces: boolean): readonly string[] {
  if (typeof asked.tags !== 'string') return before
  const named = asked.tags.split(/[\s,]+/).filter((tag) => tag !== '')
  const handling = asked.tags_handling
  if (handling === 'replace' || alwaysReplaces) return [...new Set(named)]
  if (handling === 'remove') return before.filter((tag) => !named.includes(tag))
  return [...new Set([...before, ...named])]
}

function fieldsOf({ custom_fields: fields }: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(asObject(fields)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

function altered(body: string, how: Traits['altersTexts']): string {
  switch (how) {
    case 'never':
      return body
    case 'escapes':
      return body.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
    case 'truncates':
      return body.slice(0, 12)
    case 'masks':
      return body.replaceAll(/\d/g, '*')
  }
}

/** As the specification's tables show it: neither `email` nor `unreachable`. */
function shown({ uuid, phone, name, notes, tags, customFields, archived, blocked, unreachable, consent }: CustomerState): unknown {
  return {
    uuid,
    name,
    notes,
    phone_number: phone,
    avatar_url: null,
    facebook_id: null,
    blocked,
    archived,
    reachable_by_sms: !unreachable,
    tags,
    custom_fields: Object.keys(customFields).length === 0 ? [] : customFields,
    consent_status: consent,
    verified: false,
  }
}

function shownPost({ uuid, phone, body, creator, writer, isWhisper, atMs }: PostState): unknown {
  return {
    uuid,
    conversation_uuid: `conversation-${phone}`,
    body,
    attachments: [],
    created_at: Math.floor((firstDayMs + atMs) / 1000),
    creator: { type: creator, ...(writer !== undefined && { uuid: writer }) },
    is_whisper: isWhisper,
    marked_as_resolved: false,
    first_post: false,
    message_type: 'SMS',
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
