import { expect, test } from 'vitest'
import { openProofSchema } from '../../../../src-main/engine/model/runs/open-proof.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { imageIn, keptProof, proofToKeep } from '../../../../src-main/engine/run/proof/kept-proof.ts'
import type { ProofImage } from '../../../../src-main/engine/run/proof/proof-task.ts'
import { itemWith, update } from '../answer/items.ts'

const record = { uuid: 'u1', name: 'Old', consent: false }
const posts = { uuids: new Set(['p', 'q']), newestSeconds: 7 }
const noPosts = { uuids: new Set<string>(), newestSeconds: null }

test.each<[string, ProofImage]>([
  ['nothing but the record', { record, posts: null }],
  ['no record, and posts', { record: null, posts }],
  ['texts', { record, posts: null, texts: posts }],
  ['texts that were not shown', { record, posts: null, texts: null }],
  ['no texts', { record, posts: noPosts, texts: noPosts }],
  ['when it was read', { record, posts: null, readAtSeconds: 0 }],
  ['that its conversation is open', { record, posts, isResolved: false }],
  ['that its conversation was not shown', { record, posts, isResolved: null }],
  ['what Rollcall never writes', { record, posts: null, unwritten: { verified: true } }],
])('the journal brings back what was read right before a call: %s', (_what, image) => {
  const kept = openProofSchema.parse(JSON.parse(JSON.stringify(keptProof(update, image, 'post'))))
  expect(kept).toMatchObject({ call: update, postUuid: 'post' })
  expect(imageIn(kept)).toStrictEqual(image)
})

const before: ProofImage = { record, posts: null }
const wanted = { kind: 'wanted', how: 'alone', before } as const
const undo = { uuid: 'u1', written: [], sent: new Set<string>(), done: new Set<never>(), shownFromMs: 0, decided: [] }

test.each<[boolean, string, Partial<RunItem>]>([
  [true, 'one that goes alone', { proof: wanted }],
  [true, 'a sample', { proof: { ...wanted, how: 'sample' } }],
  [false, 'one that is read only to send along what is there', { proof: { ...wanted, how: 'along' } }],
  [false, 'one before which nothing was read yet', { proof: { ...wanted, before: null } }],
  [false, 'one that proves nothing', { proof: { kind: 'none' } }],
  [false, 'what puts a contact back', { proof: wanted, putBack: { target: record, changes: [], rounds: 1, isCutShort: false } }],
  [false, 'what takes something back', { proof: wanted, undo }],
  [false, 'what resolves a conversation again', { proof: wanted, resolvesAgain: true }],
])('the journal keeps (%s) of a call that is about to leave: %s', (isKept, _what, parts) => {
  expect(proofToKeep(itemWith(parts), update)).toEqual(isKept ? { call: update, before, postUuid: null } : null)
})
