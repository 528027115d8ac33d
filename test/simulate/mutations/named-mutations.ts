/** A mend that is taken out of the engine again, to see that the simulator finds the fault that it mends. */
export interface Mutation {
  name: string
  /** A seed that found it. Where the engine has changed since, another one may be the first. */
  soonAt: number
  edits: readonly Edit[]
}

interface Edit {
  /** Below the project's folder. */
  path: string
  /** Stands there exactly once. */
  from: string
  to: string
}

export const mutations: readonly Mutation[] = [
  {
    name: 'who is texted is not asked about right before',
    soonAt: 15,
    edits: [
      {
        path: 'src-main/engine/run/dispatch/run-item.ts',
        from: "if (item.permittedUntilMs === undefined) return { kind: 'needsPermission', call: planned, hasAgreed: planned",
        to: "if (item.permittedUntilMs === undefined && item.row < 0) return { kind: 'needsPermission', call: planned, hasAgreed: planned",
      },
    ],
  },
  {
    name: 'messages are not claimed',
    soonAt: 6,
    edits: [
      {
        path: 'src-main/engine/run/dispatch/preconditions.ts',
        from: 'if (claims(call.kind) && item.fingerprint !== null) {',
        to: 'if (claims(call.kind)) return null\n    if (item.fingerprint !== null) {',
      },
      {
        path: 'src-main/engine/run/journal/journal-writer.ts',
        from: '(fingerprint === null || importedMessages.claim(fingerprint, runId, intent.row, atMs))',
        to: '(fingerprint === null || importedMessages.claim(fingerprint, runId, intent.row, atMs) || true)',
      },
    ],
  },
  {
    name: 'a number is not looked up before it is created',
    soonAt: 73,
    edits: [
      {
        path: 'src-main/engine/run/dispatch/run-item.ts',
        from: "if (item.phase.kind === 'call' && !item.contact.isFresh) return { kind: 'needsAbsence'",
        to: "if (item.phase.kind === 'call' && !item.contact.isFresh && item.row < 0) return { kind: 'needsAbsence'",
      },
    ],
  },
  {
    name: 'intents do not reach the disk before their calls leave',
    soonAt: 79,
    edits: [
      {
        path: 'src-main/engine/run/journal/journal-writer.ts',
        from: 'if (isDurable) durably(store, work)',
        to: 'if (isDurable) inOne.immediate(work)',
      },
    ],
  },
  {
    name: 'after a crash, calls that had left are sent again',
    soonAt: 51,
    edits: [
      {
        path: 'src-main/engine/kinds/calls/all-calls.ts',
        from: "return mayRepeat(kind) ? 'pending' : 'unknown'",
        to: "return mayRepeat(kind) || true ? 'pending' : 'unknown'",
      },
    ],
  },
  {
    name: '429 counts as turned away',
    soonAt: 60,
    edits: [
      {
        path: 'src-main/engine/service/answers/classify-response.ts',
        from: 'if (!mayRepeat(call.kind)) return unknown(call, status, error, isBusy',
        to: 'if (!mayRepeat(call.kind) && !isBusy) return unknown(call, status, error, isBusy',
      },
    ],
  },
  {
    name: 'a lost call is sent again before it can arrive no more',
    soonAt: 56,
    edits: [{ path: 'src-main/engine/run/late/patience.ts', from: 'arrivalMs: 120_000', to: 'arrivalMs: 6_000' }],
  },
  {
    name: 'a post with another text does not count as what a lost message may have become',
    soonAt: 14,
    edits: [
      {
        path: 'src-main/engine/run/reconcile/reconcile-message.ts',
        from: 'return doubtful.length > 0 ?',
        to: 'return doubtful.length > 99 ?',
      },
    ],
  },
  {
    name: 'what a late read does not show counts as not stored',
    soonAt: 11,
    edits: [{ path: 'src-main/engine/run/late/patience.ts', from: 'storedMs: 60_000', to: 'storedMs: 0' }],
  },
  {
    name: '503 with Retry-After counts as turned away',
    soonAt: 6,
    edits: [
      {
        path: 'src-main/engine/service/answers/classify-response.ts',
        from: "if (mayRepeat(call.kind)) return { kind: 'retry', status, afterMs, reason: isBusy ? 'rate_limited'",
        to: "if (mayRepeat(call.kind) || isBusy) return { kind: 'retry', status, afterMs, reason: isBusy ? 'rate_limited'",
      },
    ],
  },
  {
    name: 'nobody looks at what changed beside what was asked',
    soonAt: 3,
    edits: [
      {
        path: 'src-main/engine/run/answer/read-step.ts',
        from: 'changes: others,',
        to: 'changes: [],',
      },
    ],
  },
  {
    name: 'a proof that a crash or a pause interrupted is not concluded',
    soonAt: 3,
    edits: [
      {
        path: 'src-main/engine/run/proof/kept-proof.ts',
        from: 'return keptProof(call, proof.before, null)',
        to: 'return item.row < 0 ? keptProof(call, proof.before, null) : null',
      },
    ],
  },
  {
    name: 'what is only echoed counts as done',
    soonAt: 3,
    edits: [
      {
        path: 'src-main/engine/run/answer/answer-handler.ts',
        from: 'const { lost, stored } = livedWith(echo.lost, item, state.profile)',
        to: 'if (item.row > 0) return { lost: [], wantsLook: false }\n    const { lost, stored } = livedWith(echo.lost, item, state.profile)',
      },
    ],
  },
  {
    name: 'another call leaves while a lost one may still arrive',
    soonAt: 105,
    edits: [
      {
        path: 'src-main/engine/run/dispatch/dispatcher.ts',
        from: "if (!isAnyUnquiet || item.phase.kind !== 'call') return false",
        to: "if (!isAnyUnquiet || item.phase.kind !== 'call' || item.row > 0) return false",
      },
    ],
  },
  {
    name: 'the ledger records a consent before it was confirmed',
    soonAt: 193,
    edits: [
      {
        path: 'src-main/engine/ledger/consent-recorder.ts',
        from: 'if (isLookedUp) awaited.add(entry)',
        to: 'if (isLookedUp && rowNumber < 0) awaited.add(entry)',
      },
    ],
  },
  {
    name: 'an undo is done without being seen',
    soonAt: 269,
    edits: [
      {
        path: 'src-main/engine/run/answer/answer-handler.ts',
        from: 'item.undo !== null || (item.proof.kind ===',
        to: 'item.undo === null && (item.proof.kind ===',
      },
    ],
  },
  {
    name: 'what the service changed beside is not put back',
    soonAt: 116,
    edits: [
      {
        path: 'src-main/engine/run/proof/side-effect-check.ts',
        from: 'const calls = target === null ? [] : putBackCalls(changes, target)',
        to: 'const calls = target === null || item.row > 0 ? [] : putBackCalls(changes, target)',
      },
    ],
  },
  {
    name: 'what resolving changes beside is not looked at',
    soonAt: 220,
    edits: [
      {
        path: 'src-main/engine/run/answer/item-reads.ts',
        from: 'lost, isLate: true, changes: [...changesOf(call, before, customer), ...texts], seen: customer }',
        to: 'lost, isLate: true, changes: [], seen: customer }',
      },
    ],
  },
  {
    name: 'a contact that the service only says it created counts as created',
    soonAt: 14,
    edits: [
      {
        path: 'src-main/engine/run/answer/item-reads.ts',
        from: 'return read !== null && read.value.customer === null && read.value.isCertain',
        to: 'return read === null && phone === null',
      },
    ],
  },
  {
    name: 'texts that the service sends by itself are not looked for',
    soonAt: 589,
    edits: [
      {
        path: 'src-main/engine/run/answer/item-reads.ts',
        from: "if (typeof phone !== 'string' || undo !== null || putBack !== undefined) return []",
        to: "if (typeof phone !== 'string' || undo !== null || putBack !== undefined || phone !== '') return []",
      },
    ],
  },
  {
    name: 'a text to a group whose answer was lost is sent again',
    soonAt: 20,
    edits: [
      {
        path: 'src-main/engine/run/reconcile/reconcile-call.ts',
        from: "return { fate: 'cannotTell', why: 'group' }",
        to: "return { fate: 'absent' }",
      },
    ],
  },
  {
    name: 'of a group only the first is asked about right before the text',
    soonAt: 175,
    edits: [
      {
        path: 'src-main/engine/run/answer/permission-read.ts',
        from: 'return call.phones.map((phone, at) => ({ phone, uuid: call.uuids[at] }))',
        to: 'return call.phones.slice(0, 1).map((phone, at) => ({ phone, uuid: call.uuids[at] }))',
      },
    ],
  },
  {
    name: 'the same people in another order are another group',
    soonAt: 274,
    edits: [
      {
        path: 'src-main/engine/model/plans/stored-phones.ts',
        from: 'return [...phones].sort().join(separator)',
        to: 'return phones.join(separator)',
      },
    ],
  },
  {
    name: 'where a group was texted is not known after a crash',
    soonAt: 260,
    edits: [
      {
        path: 'src-main/engine/run/answer/item-reads.ts',
        from: 'item.made.conversationUuid ?? groupConversations.ofGroup(call.phones)',
        to: 'item.made.conversationUuid',
      },
    ],
  },
  {
    name: 'questions for consent are not claimed',
    soonAt: 43,
    edits: [
      {
        path: 'src-main/engine/kinds/calls/all-calls.ts',
        from: 'return callDescriptors[kind].leavesPost || callDescriptors[kind].isClaimed === true',
        to: 'return callDescriptors[kind].leavesPost',
      },
    ],
  },
  {
    name: 'a question for consent that may have arrived is asked again',
    soonAt: 422,
    edits: [
      {
        path: 'src-main/engine/run/reconcile/reconcile-call.ts',
        from: "if (isCutShort || posts.some(({ creatorType, uuid }) => creatorType !== 'customer' && !imported.hasPost(uuid)))",
        to: "if (isCutShort && posts.some(({ creatorType, uuid }) => creatorType !== 'customer' && !imported.hasPost(uuid)))",
      },
    ],
  },
  {
    name: 'a question for consent that the service may not show counts as not asked',
    soonAt: 311,
    edits: [
      {
        path: 'src-main/engine/run/reconcile/reconcile-call.ts',
        from: "readProfile(options.store, options.clock.nowMs()).showsQuestions ? { fate: 'absent' }",
        to: "readProfile(options.store, options.clock.nowMs()) ? { fate: 'absent' }",
      },
    ],
  },
]
