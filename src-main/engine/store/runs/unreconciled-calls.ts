import { postKinds, postOf } from '../../kinds/calls/all-calls.ts'
import type { CallPost, PostKind } from '../../kinds/calls/call-descriptor.ts'
import { isSameText } from '../../model/same-text.ts'
import { type PlannedCall, rowDetailSchema } from '../../model/plans/plan-schema.ts'
import { readJsonColumn } from '../json-column.ts'
import type { Store } from '../open-store.ts'

/** The message of a run that left first. */
export interface FirstMessage {
  phone: string
  groupUuid: string | null
  postUuid: string
}

/** Statements that count equal messages of a run to one contact, to reconcile those whose outcome is unknown. */
export function createUnreconciledCalls(store: Store) {
  const inLane = `JOIN plan_rows ON plan_rows.plan_id = @planId AND plan_rows.row = calls.row AND plan_rows.lane = @lane`
  const selectLost = store
    .prepare<[{ runId: string; planId: string; lane: string; row: number }], string | null>(
      `SELECT plan_rows.detail FROM calls INDEXED BY calls_unknown ${inLane}
     WHERE calls.run_id = @runId AND calls.state = 'unknown' AND calls.kind IN (${postKinds}) AND calls.row <> @row`,
    )
    .pluck()
  const selectFirst = store.prepare<
    [{ runId: string; planId: string }],
    { detail: string | null; state: string; attempts: number; postUuid: string | null; isLater: number; httpStatus: number | null }
  >(
    `SELECT plan_rows.detail, calls.state, calls.attempts, calls.http_status AS httpStatus, imported_messages.post_uuid AS postUuid,
       EXISTS (SELECT 1 FROM calls AS other WHERE other.run_id = @runId AND other.kind IN (${postKinds})
         AND other.first_sent_at_ms < calls.first_sent_at_ms) AS isLater
     FROM calls JOIN plan_rows ON plan_rows.plan_id = @planId AND plan_rows.row = calls.row
     LEFT JOIN imported_messages ON imported_messages.fingerprint = plan_rows.detail ->> '$.fingerprint' AND imported_messages.run_id = @runId
     WHERE calls.run_id = @runId AND calls.kind IN (${postKinds}) ORDER BY plan_rows.lane_order, plan_rows.row LIMIT 1`,
  )
  const hasUnnamed = store
    .prepare<[string], number>(
      `SELECT 1 FROM imported_messages INDEXED BY imported_messages_unnamed WHERE run_id = ? AND state = 'arrived' AND post_uuid IS NULL LIMIT 1`,
    )
    .pluck()
  const selectUnnamed = store
    .prepare<[{ runId: string; planId: string; lane: string }], string | null>(
      `SELECT plan_rows.detail FROM imported_messages INDEXED BY imported_messages_unnamed JOIN plan_rows
       ON plan_rows.plan_id = @planId AND plan_rows.row = imported_messages.row AND plan_rows.lane = @lane
     WHERE imported_messages.run_id = @runId AND imported_messages.state = 'arrived' AND post_uuid IS NULL`,
    )
    .pluck()

  return {
    /** Others of this kind with this text to this contact that may or may not have arrived. */
    othersLost: (runId: string, planId: string, lane: string, post: Pick<CallPost, 'as' | 'body'>, row: number): number =>
      countWith(selectLost.all({ runId, planId, lane, row }), post),
    /** The texts of posts of this kind to this contact that arrived in this run, and that the service did not name. */
    arrivedUnnamed: (runId: string, planId: string, lane: string, as: PostKind): string[] =>
      hasUnnamed.get(runId) === undefined
        ? []
        : selectUnnamed.all({ runId, planId, lane }).flatMap((detail) => callsIn(detail).flatMap((call) => postAs(as, call)?.body ?? [])),
    /**
     * The message of the run that left first: the first one in sending order goes alone (see `run/answer/canary.ts`). Not by its time:
     * this computer's clock may be set back while a run is under way. Null when it did not arrive or the service did not name its post. Looks at every call of the run. */
    first(runId: string, planId: string): FirstMessage | 'on its way' | null {
      const first = selectFirst.get({ runId, planId })
      if (first === undefined || ['pending', 'sent', 'unknown'].includes(first.state)) return 'on its way'
      const post = callsIn(first.detail)
        .map(postOf)
        .find((one) => one !== null)
      // Sent twice, or not answered, it may have come after others; so it has where its contact had to wait for another call.
      const isCertain = first.attempts === 1 && first.httpStatus !== null && first.isLater === 0
      if (post === undefined || post.phone === null || first.postUuid === null || !isCertain) return null
      return { phone: post.phone, groupUuid: post.groupUuid, postUuid: first.postUuid }
    },
  }
}

function countWith(details: readonly (string | null)[], { as, body }: Pick<CallPost, 'as' | 'body'>): number {
  const isSame = (call: PlannedCall): boolean => {
    const post = postAs(as, call)
    return post !== null && isSameText(post.body, body)
  }
  return details.filter((detail) => callsIn(detail).some(isSame)).length
}

function postAs(as: PostKind, call: PlannedCall): CallPost | null {
  const post = postOf(call)
  return post?.as === as ? post : null
}

function callsIn(detail: string | null): PlannedCall[] {
  return detail === null ? [] : (readJsonColumn(rowDetailSchema, detail, 'a row of a plan').calls ?? [])
}
