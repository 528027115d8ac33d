/** Contacts that an event of the service tells of, by what names them. */
export interface NamedContacts {
  uuids: string[]
  /** As the service wrote them. */
  phones: string[]
}

/** An event with more than this in it is not looked at to its end. */
const mostValues = 10_000
/** An event tells of one contact, or of the few of a group message. */
const mostContacts = 50
const longestName = 200

/**
 * The contacts that an event tells of. The specification shows no payload (section Events), so nothing of its shape is relied upon: what is
 * inside `customer` or `contact` and called `uuid`, `customer_uuid` anywhere, and `phone_number` anywhere. JSON, or fields of a form.
 */
export function namedContacts(body: string): NamedContacts {
  const uuids = new Set<string>()
  const phones = new Set<string>()
  const waiting: { value: unknown; name: string }[] = [{ value: readBody(body), name: '' }]
  for (let looked = 0; looked < mostValues; looked += 1) {
    const next = waiting.pop()
    if (next === undefined) break
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, value] of Object.entries(next.value)) {
      const isUuid = /^(customer|contact)_uuid$/.test(key) || (key === 'uuid' && /^(customer|contact)s?$/.test(next.name))
      if (isUuid) add(uuids, value)
      else if (key === 'phone_number') add(phones, value)
      // Entries of a list are what the list is.
      else if (waiting.length < mostValues) waiting.push({ value, name: Array.isArray(next.value) ? next.name : key })
    }
  }
  return { uuids: [...uuids], phones: [...phones] }
}

function add(names: Set<string>, value: unknown): void {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text === 'string' && text !== '' && text.length <= longestName && names.size < mostContacts) names.add(text)
}

/** `{}` where it is neither. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return readForm(body)
  }
}

/** Fields of a form: `customer[uuid]=…`, or a whole event as JSON in one of them. */
function readForm(body: string): unknown {
  const read: Record<string, unknown>[] = []
  for (const [field, value] of new URLSearchParams(body)) {
    if (read.length === mostContacts) break
    const [, outer, inner] = /^(.*?)\[?([^[\]]+)\]?$/.exec(field) ?? []
    if (inner === undefined) continue
    const part = value.startsWith('{') ? readJson(value) : value
    read.push(outer ? { [outer.replace(/^.*\[|\]$/g, '')]: { [inner]: part } } : { [inner]: part })
  }
  return read
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
