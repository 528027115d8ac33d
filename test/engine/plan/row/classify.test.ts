import { describe, expect, test } from 'vitest'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import type { Match } from '../../../../src-main/engine/plan/match/match.ts'
import { asAlreadyImported, asUndecided, classify, type PlanRules } from '../../../../src-main/engine/plan/row/classify.ts'

const phone = '+12025550100'
const key = { by: 'phone', phone } as const
const rules: PlanRules = {
  kind: 'contacts',
  mode: 'updateAndAdd',
  createdOn: new Set(),
  matchColumn: 'Mobile',
  since: { believedSinceMs: 1000, plannedSinceMs: 5000 },
  groupUuid: null,
  ifEmpty: new Set(),
  label: createFieldLabels([]),
}
const found = (record: Partial<CustomerRecord> = {}, seenAtMs = 5000): Match => ({
  kind: 'contact',
  contact: { id: 1, record: { uuid: 'u1', phone, ...record }, seenAtMs },
})
const none: Match = { kind: 'none' }
const ambiguous: Match = {
  kind: 'ambiguous',
  contacts: [
    { id: 1, record: { uuid: 'u1', name: 'Ann' }, seenAtMs: 0 },
    { id: 2, record: { uuid: 'u2' }, seenAtMs: 0 },
  ],
}
const issue = (severity: RowIssue['severity']): RowIssue => ({
  code: `test.${severity}`,
  severity,
  line: 2,
  column: null,
  value: null,
  message: 'm',
  hint: 'h',
})
const row = (parts: Partial<MappedRow>): MappedRow => ({ line: 2, key, issues: [], ...parts })
const decide = (parts: Partial<MappedRow>, match: Match, changed: Partial<PlanRules> = {}) =>
  classify(row(parts), match, { ...rules, ...changed })
const codes = (issues: readonly RowIssue[]) => issues.map(({ code }) => code)
const noCalls = { lane: null, changes: [], calls: [] }

describe('a row that is left out', () => {
  test.each([
    ['excluded', { isExcluded: true }],
    ['blank', { isBlank: true }],
    ['filtered', { filtered: { column: 'a', value: 'b' } }],
  ] as const)('is skipped as %s, whatever else is the matter with it', (reason, parts) => {
    const verdict = decide({ contact: { name: 'Ann' }, ...parts, key: null, issues: [issue('error')] }, ambiguous)
    expect(verdict).toMatchObject({ class: 'skipped', reason, record: null, phone: null, ...noCalls })
    expect(codes(verdict.issues)).toEqual(['test.error'])
  })

  test('by hand is not called blank, nor is a blank one called filtered', () => {
    const filtered = { column: 'a', value: 'b' }
    expect(decide({ isExcluded: true, isBlank: true, filtered }, none).reason).toBe('excluded')
    expect(decide({ isBlank: true, filtered }, none).reason).toBe('blank')
  })
})

describe('a row is invalid', () => {
  test('with an error, and says nothing more', () => {
    const verdict = decide({ key: null, issues: [issue('warning'), issue('error')] }, none)
    expect(verdict).toMatchObject({ class: 'invalid', reason: null, ...noCalls })
    expect(codes(verdict.issues)).toEqual(['test.warning', 'test.error'])
  })

  test.each([
    ['match.blank', { key: null }, none],
    ['match.ambiguous', {}, ambiguous],
    ['match.mismatch', {}, { kind: 'mismatch' }],
  ] as const)('with %s', (code, parts, match) => {
    const verdict = decide({ contact: { name: 'Ann' }, issues: [issue('warning')], ...parts }, match)
    expect(verdict).toMatchObject({ class: 'invalid', reason: null, record: null, ...noCalls })
    expect(codes(verdict.issues)).toEqual(['test.warning', code])
    expect(verdict.issues[1]).toMatchObject({ line: 2, column: 'Mobile', severity: 'error' })
  })

  test('where its contact has no number, and a message needs one', () => {
    const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
    const verdict = decide({ key: { by: 'uuid', uuid: 'u1' }, message, issues: [issue('warning')] }, found({ phone: null }), {
      kind: 'messages',
    })
    expect(verdict).toMatchObject({ class: 'invalid', reason: null, phone: null, ...noCalls })
    expect(codes(verdict.issues)).toEqual(['test.warning', 'match.no_phone'])
    expect(verdict.issues[1]?.value).toBe('u1')
  })

  test('not with a warning alone', () => {
    expect(decide({ contact: { name: 'Ann' }, issues: [issue('warning')] }, none).class).toBe('send')
  })
})

describe('somebody whom the service does not know', () => {
  test('is not found where only contacts that exist are changed', () => {
    for (const parts of [{ contact: { name: 'Ann' } }, { consent: false }])
      expect(decide(parts, none, { mode: 'update' })).toMatchObject({ class: 'skipped', reason: 'not_found', phone, ...noCalls })
  })

  test('is not found by a uuid, whatever the mode: a contact is made with a number', () => {
    for (const mode of ['update', 'add', 'updateAndAdd'] as const)
      expect(decide({ key: { by: 'uuid', uuid: 'u9' }, contact: { name: 'Ann' } }, none, { mode })).toMatchObject({
        class: 'skipped',
        reason: 'not_found',
        phone: null,
      })
  })

  test('is not found by a uuid for messages either, rather than without a number', () => {
    const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
    expect(decide({ key: { by: 'uuid', uuid: 'u9' }, message }, none, { kind: 'messages' })).toMatchObject({
      class: 'skipped',
      reason: 'not_found',
    })
  })

  test.each(['add', 'updateAndAdd'] as const)('is created in mode %s, in the lane of the number', (mode) => {
    expect(decide({ contact: { name: 'Ann' } }, none, { mode })).toMatchObject({
      class: 'send',
      reason: null,
      record: null,
      phone,
      lane: phone,
      calls: [{ kind: 'createCustomer', customer: { phone, name: 'Ann' } }],
    })
  })
})

describe('a contact that exists', () => {
  test.each(['update', 'updateAndAdd'] as const)('is changed in mode %s, in its own lane', (mode) => {
    expect(decide({ contact: { name: 'Ann' } }, found({ name: 'Anne' }), { mode })).toMatchObject({
      class: 'send',
      reason: null,
      record: { uuid: 'u1' },
      phone,
      lane: 'u1',
      changes: [{ field: 'name', before: 'Anne', after: 'Ann' }],
      issues: [],
    })
  })

  test('is unchanged where its record says so', () => {
    expect(decide({ contact: { name: 'Ann' } }, found({ name: 'Ann' }))).toMatchObject({
      class: 'unchanged',
      reason: null,
      issues: [],
      ...noCalls,
    })
    expect(decide({}, found())).toMatchObject({ class: 'unchanged', reason: 'no_content' })
  })

  test("has the number of the row's key, else its own", () => {
    expect(decide({ contact: { name: 'Ann' } }, found({ phone: '+12025550199' })).phone).toBe(phone)
    expect(decide({ key: { by: 'uuid', uuid: 'u1' }, contact: { name: 'Ann' } }, found()).phone).toBe(phone)
    expect(decide({ key: { by: 'uuid', uuid: 'u1' }, contact: { name: 'Ann' } }, found({ phone: null })).phone).toBeNull()
    expect(
      decide(
        { key: { by: 'uuid', uuid: 'u1' }, contact: { name: 'Ann' } },
        { kind: 'contact', contact: { id: 1, record: { uuid: 'u1' }, seenAtMs: 5000 } },
      ).phone,
    ).toBeNull()
  })

  test('has messages sent in the lane of its number', () => {
    const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
    expect(decide({ message }, found(), { kind: 'messages' })).toMatchObject({ class: 'send', lane: phone })
    expect(decide({ message: { ...message, body: '' } }, found(), { kind: 'messages' })).toMatchObject({
      class: 'skipped',
      reason: 'no_content',
    })
  })
})

describe('where contacts are only added', () => {
  const mode = 'add'

  test('one that exists is skipped, whatever the row wants of it', () => {
    for (const parts of [{ contact: { name: 'Ann' } }, { consent: true }, {}])
      expect(decide(parts, found({ name: 'Anne' }), { mode })).toMatchObject({
        class: 'skipped',
        reason: 'exists',
        record: { uuid: 'u1' },
        ...noCalls,
      })
  })

  test('its refusal is sent nevertheless, and nothing else of the row', () => {
    const verdict = decide({ contact: { name: 'Ann' }, consent: false }, found({ name: 'Anne', consent: true }), { mode })
    expect(verdict).toMatchObject({ class: 'send', calls: [{ kind: 'setConsent', uuid: 'u1', consent: false }] })
    expect(verdict.changes.map(({ field }) => field)).toEqual(['consent'])
  })

  test('a refusal that the record shows already is skipped as existing', () => {
    expect(decide({ contact: { name: 'Ann' }, consent: false }, found({ consent: false }), { mode })).toMatchObject({
      class: 'skipped',
      reason: 'exists',
    })
  })

  test('one that a run has created on that line before it failed goes on', () => {
    const createdOn = new Set([2])
    expect(decide({ contact: { name: 'Ann' } }, found({ name: null }), { mode, createdOn }).class).toBe('send')
    expect(decide({ contact: { name: 'Ann' } }, found({ name: null }), { mode, createdOn: new Set([3]) }).reason).toBe('exists')
    expect(decide({ contact: { name: 'Ann' } }, found({ name: 'Ann' }), { mode, createdOn })).toMatchObject({
      class: 'unchanged',
      reason: null,
    })
  })

  test('messages still go to those that exist', () => {
    const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
    expect(decide({ message }, found(), { mode, kind: 'messages' }).class).toBe('send')
  })
})

describe('a contact that was read too long ago', () => {
  test('gets everything that the row says, with a warning', () => {
    const verdict = decide({ contact: { name: 'Ann' }, issues: [issue('warning')] }, found({ name: 'Ann' }, 999))
    expect(verdict).toMatchObject({ class: 'send', lane: 'u1', changes: [{ field: 'name', beforeKnown: false }] })
    expect(codes(verdict.issues)).toEqual(['test.warning', 'contact.not_read'])
  })

  test('gets a refusal that it had when it was last read', () => {
    const verdict = decide({ consent: false }, found({ consent: false }, 4999), { kind: 'consent' })
    expect(verdict).toMatchObject({ class: 'send', changes: [{ field: 'consent', before: null, beforeKnown: false, after: false }] })
    expect(codes(verdict.issues)).toEqual(['contact.not_read'])
    expect(decide({ consent: false }, found({ consent: false }, 5000), { kind: 'consent' })).toMatchObject({
      class: 'unchanged',
      issues: [],
    })
  })

  test('gets its messages without one: a record says nothing about them', () => {
    const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
    expect(decide({ message }, found({}, 0), { kind: 'messages' }).issues).toEqual([])
  })
})

describe('a field of which nobody knows what it holds', () => {
  test.each([
    ['clear.unknown', { contact: { email: null } }, new Set<string>()],
    ['overwrite.unknown', { contact: { email: 'a@example.com' } }, new Set(['email'])],
  ])('stays as it is, and the row says so: %s', (code, parts, ifEmpty) => {
    const alone = decide({ ...parts, issues: [issue('warning')] }, found(), { ifEmpty })
    expect(alone).toMatchObject({ class: 'unchanged', reason: null, ...noCalls })
    expect(codes(alone.issues)).toEqual(['test.warning', code])
    expect(alone.issues[1]?.message).toContain('"E-mail"')
    const beside = decide({ contact: { ...parts.contact, name: 'Ann' }, issues: [issue('warning')] }, found(), { ifEmpty })
    expect(beside).toMatchObject({ class: 'send', changes: [{ field: 'name' }] })
    expect(codes(beside.issues)).toEqual(['test.warning', code])
  })
})

describe('what a row says of its consent', () => {
  test('goes with its calls, and only with them', () => {
    const said = { isUnconfirmed: true, isOptOutExplicit: true } as const
    expect(decide({ consent: true, ...said }, found({ consent: null }), { kind: 'consent' })).toMatchObject({ class: 'send', ...said })
    const unsaid = decide({ consent: true }, found({ consent: null }), { kind: 'consent' })
    expect(unsaid).not.toHaveProperty('isUnconfirmed')
    expect(unsaid).not.toHaveProperty('isOptOutExplicit')
    const unchanged = decide({ consent: true, ...said }, found({ consent: true }), { kind: 'consent' })
    expect(unchanged.class).toBe('unchanged')
    expect(unchanged).not.toHaveProperty('isUnconfirmed')
  })
})

test('a contact that holds what the row wants is unchanged, with the number of its key', () => {
  const holder: Match = { kind: 'holder', contactId: 5 }
  const verdict = decide({ contact: { name: 'Ann' }, issues: [issue('warning')] }, holder)
  expect(verdict).toEqual({ class: 'unchanged', reason: null, record: null, phone, issues: [issue('warning')], ...noCalls })
  expect(decide({ key: { by: 'uuid', uuid: 'u1' } }, holder).phone).toBeNull()
  expect(decide({ key: null }, holder).phone).toBeNull()
})

test('a message that was imported before, or is on the way in another run, makes no call', () => {
  const message = { body: 'Hello', attachments: [], sentAtSeconds: null }
  const verdict = decide({ message, issues: [issue('warning')] }, found(), { kind: 'messages' })
  expect(asAlreadyImported(verdict)).toEqual({ ...verdict, class: 'unchanged', reason: 'already_imported', ...noCalls })
  expect(asUndecided(verdict)).toEqual({ ...verdict, class: 'skipped', reason: 'undecided', ...noCalls })
})

describe('a permission beside what blocks or unsubscribes the contact', () => {
  const contradiction = { code: 'consent.contradicts', severity: 'warning' }
  test.each([
    ['blocked', found({ consent: null, blocked: false })],
    ['unreachable', found({ consent: null })],
    ['blocked', none],
    ['unreachable', none],
  ] as const)('is not given: %s is sent, with a warning', (field, match) => {
    const verdict = decide({ contact: { name: 'Ann', [field]: true }, consent: true, isUnconfirmed: true }, match)
    expect(verdict).toMatchObject({ class: 'send', issues: [contradiction] })
    expect(verdict.calls.map(({ kind }) => kind)).not.toContain('setConsent')
    expect(verdict.calls).toContainEqual(expect.objectContaining({ customer: expect.objectContaining({ [field]: true }) }))
    expect(verdict.changes.map((change) => change.field)).not.toContain('consent')
    expect(verdict).not.toHaveProperty('isUnconfirmed')
  })

  test('waits for the guard where the record says so already, and is given where the row says the opposite', () => {
    const gives = { kind: 'setConsent', consent: true }
    expect(decide({ contact: { blocked: true }, consent: true }, found({ blocked: true }))).toMatchObject({ calls: [gives], issues: [] })
    expect(decide({ contact: { blocked: false }, consent: true }, found({ blocked: false }))).toMatchObject({ calls: [gives], issues: [] })
    const refuses = decide({ contact: { blocked: true }, consent: false }, found({ consent: true, blocked: false }))
    expect(refuses).toMatchObject({ calls: [{ kind: 'setConsent', consent: false }, { kind: 'updateCustomer' }], issues: [] })
  })
})

describe('a row of an export whose number was changed', () => {
  const said = (text: string, number: string | null = null) => ({ exportedNumber: { column: 'Phone Number', text, phone: number } })
  const decideSaid = (parts: Partial<MappedRow>, record: Partial<CustomerRecord> = {}) =>
    decide({ contact: { name: 'New' }, ...parts }, found({ name: 'Old', ...record }))

  test.each<[string, Partial<MappedRow>, Partial<CustomerRecord>]>([
    ['as it is', said(phone, phone), {}],
    ['as it is, in words that cannot be read', said(phone), {}],
    ['written otherwise', said('(202) 555-0100', phone), {}],
    ['as the service writes what is no number', said('n/a'), { phone: null, phoneRaw: 'n/a' }],
    ['left blank, of a contact without one', said(''), { phone: null }],
  ])('goes on with the number %s', (_what, parts, record) => {
    expect(decideSaid(parts, record)).toMatchObject({ class: 'send', issues: [] })
  })

  test.each([
    ['another one', said('+12025550199', '+12025550199'), {}, /has the number \+12025550100/],
    ['none', said(''), {}, /has the number/],
    ['one, of a contact without', said('+12025550199', '+12025550199'), { phone: null }, /has no number/],
    ['one that is no number, of a contact without', said('x'), { phone: null, phoneRaw: '' }, /has no number/],
  ] as const)('cannot be used with %s', (_what, parts, record, message) => {
    const verdict = decideSaid(parts, record)
    expect(verdict).toMatchObject({ class: 'invalid', issues: [{ code: 'phone.changed', column: 'Phone Number' }] })
    expect(verdict.issues[0]?.message).toMatch(message)
    expect(verdict.issues[0]?.value).toBe(parts.exportedNumber.text === '' ? null : parts.exportedNumber.text)
  })

  test('goes on whatever it says where the service does not show the number', () => {
    const hidden: Match = { kind: 'contact', contact: { id: 1, record: { uuid: 'u1', name: 'Old' }, seenAtMs: 5000 } }
    expect(decide({ contact: { name: 'New' }, ...said('+12025550199', '+12025550199') }, hidden)).toMatchObject({
      class: 'send',
      issues: [],
    })
  })

  test('says nothing where nobody was found', () => {
    expect(codes(decide({ contact: { name: 'New' }, ...said('x') }, none).issues)).not.toContain('phone.changed')
  })

  test('still refuses texts', () => {
    const verdict = decideSaid({ ...said('+12025550199'), consent: false }, { consent: true })
    expect(verdict).toMatchObject({ class: 'send', calls: [{ kind: 'setConsent', consent: false }] })
  })
})

describe('a value that the service does not take', () => {
  const bad = issue('error')
  const unwritable = (field: string, value: string) => ({ ifWritten: [{ field, value, issue: bad }] })

  test.each<[string, Partial<MappedRow>, Partial<MappedRow>]>([
    ['an address', { contact: { email: 'x' } }, unwritable('email', 'x')],
    ['a tag', { contact: { tags: { handling: 'add', tags: ['a,b'] } } }, unwritable('tags', 'a,b')],
    ['a value of a custom field', { contact: { customFields: { f1: 'x' } } }, unwritable('custom:f1', 'x')],
  ])('is a mistake where it would be written: %s', (_what, wanted, parts) => {
    expect(decide({ ...wanted, ...parts }, found())).toMatchObject({ class: 'invalid', issues: [bad] })
  })

  test.each<[string, Partial<MappedRow>, Partial<MappedRow>]>([
    ['another address is', { contact: { email: 'y' } }, unwritable('email', 'x')],
    ['another tag is', { contact: { tags: { handling: 'add', tags: ['b'] } } }, unwritable('tags', 'a,b')],
    ['another field is', { contact: { customFields: { f2: 'x' } } }, unwritable('custom:f1', 'x')],
    ['only consent is', { consent: false }, unwritable('email', 'x')],
  ])('is none where %s written', (_what, wanted, parts) => {
    expect(decide({ ...wanted, ...parts }, found())).toMatchObject({ class: 'send', issues: [] })
  })

  test('is none in a row that writes nothing, and does not keep a refusal back', () => {
    expect(decide({ contact: { name: 'Ann' }, ...unwritable('email', 'x') }, found({ name: 'Ann' }))).toMatchObject({
      class: 'unchanged',
      issues: [],
    })
    const verdict = decide({ contact: { email: 'x' }, consent: false, ...unwritable('email', 'x') }, found({ consent: true }))
    expect(verdict).toMatchObject({ class: 'send', calls: [{ kind: 'setConsent', consent: false }] })
    expect(verdict.calls).toHaveLength(1)
  })
})

describe('a row about a group', () => {
  const ben = '+12025550111'
  const textable = { consent: true, blocked: false, archived: false, reachableBySms: true }
  const groupOf = (...matches: Match[]): Match => ({
    kind: 'group',
    members: matches.map((match, at) => ({ phone: at === 0 ? phone : ben, match })) as never,
  })
  const texting = { refusalOf: () => null, hasAgreed: () => false, whyNever: () => null, hasTexted: () => true }
  const sent = (match: Match) =>
    decide({ members: [phone, ben], message: { body: 'Hi', attachments: [], sentAtSeconds: null } }, match, {
      ...{ kind: 'groupSend', mode: 'update', groupUuid: 'g', texting },
    })

  test.each<[string, Match]>([
    ['match.ambiguous', ambiguous],
    ['match.mismatch', { kind: 'mismatch' }],
  ])('is invalid with %s of one of its people, whose number is named', (code, match) => {
    const verdict = sent(groupOf(found(textable), match))
    expect(verdict).toMatchObject({ class: 'invalid', reason: null, ...noCalls })
    expect(verdict.issues).toMatchObject([{ code, value: ben }])
  })

  test('texts them all where they are known and agreed', () => {
    const verdict = sent(groupOf(found(textable), found({ ...textable, uuid: 'u2', phone: ben })))
    expect(verdict).toMatchObject({ class: 'send', calls: [{ kind: 'sendToGroup', phones: [phone, ben] }], heldBy: [] })
  })

  test('waits for a person where one of them did not agree', () => {
    const verdict = sent(groupOf(found(textable), found({ ...textable, consent: null, uuid: 'u2', phone: ben })))
    expect(verdict).toMatchObject({ class: 'send', heldBy: ['noConsent'] })
  })
})
