import type { Draft, PastRun } from '../../src-main/engine/contract.ts'
import { type Failure, failureOf } from '../app/failure.ts'
import { session } from '../app/session.svelte.ts'
import { call } from '../engine.ts'
import { byItself } from './by-itself.svelte.ts'
import { needsOf, type UnlikeList } from '../words/pages/needs.ts'

let ofAccount: string | null = null
let drafts = $state.raw<Draft[]>([])
let runs = $state.raw<PastRun[]>([])
let unlike = $state.raw<UnlikeList[]>([])
let failure = $state.raw<Failure | null>(null)
let isLoaded = $state(false)
let latest = 0
const needs = $derived(needsOf(runs, unlike, session.accounts, byItself.files))
/** Drafts whose plans are asked for whether they are unlike the last lists: the newest. */
const mostAsked = 5

/** Of drafts that wait at their review, those whose list is unlike the last ones. */
async function unlikeOf(list: readonly Draft[]): Promise<UnlikeList[]> {
  const asked = list.filter(({ state }) => state.planId !== null && state.step === 'review').slice(0, mostAsked)
  const plans = await Promise.all(asked.map(({ state }) => call('plans.get', { planId: state.planId ?? '' }).catch(() => null)))
  return asked.flatMap(({ id, state }, at) => {
    const plan = plans[at]
    if (!plan || plan.unlikeSha256 === null || plan.runId !== null) return []
    const message = plan.attention.find(({ code }) => code.startsWith('unlike.'))?.message ?? ''
    return [{ draftId: id, fileName: state.fileName ?? plan.fileName, recipeName: plan.recipe.name, message }]
  })
}

async function load(accountId: string | null = ofAccount): Promise<void> {
  const own = (latest += 1)
  if (accountId !== ofAccount) {
    ofAccount = accountId
    drafts = []
    runs = []
    unlike = []
    isLoaded = false
  }
  if (accountId === null) return
  try {
    const [open, past] = await Promise.all([call('drafts.list', {}), call('history.list', {}), byItself.load(accountId)])
    const waiting = open.drafts.filter(({ state }) => state.fileId !== null && state.runId === null)
    const found = await unlikeOf(waiting)
    if (own !== latest) return
    drafts = waiting
    runs = past.runs
    unlike = found
    failure = null
  } catch (error) {
    if (own !== latest) return
    failure = failureOf(error)
  }
  isLoaded = true
}

/** What is begun and what waits for somebody in the account, for the start page and for the navigation. */
export const openWork = {
  get drafts() {
    return drafts
  },
  get runs() {
    return runs
  },
  get needs() {
    return needs
  },
  get failure() {
    return failure
  },
  /** Whether it was read for this account. */
  get isLoaded() {
    return isLoaded
  },
  load,
}
