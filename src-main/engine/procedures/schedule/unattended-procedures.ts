import { basename } from 'node:path'
import type { Draft } from '../../contract.ts'
import { AppError } from '../../model/errors.ts'
import type { DraftState } from '../../model/recipes/draft-schema.ts'
import type { UnattendedFile, UnattendedNote } from '../../model/runs/unattended-schema.ts'
import { planSummary } from '../../plan/read/read-plan.ts'
import type { StoredUnattended } from '../../store/schedule/unattended-files.ts'
import type { Tables } from '../../store/tables.ts'
import type { EngineContext } from '../engine-context.ts'
import type { Handlers, HandlersOf } from '../handlers.ts'
import { endedOf, noticeFor, tellOthers } from './notice-procedures.ts'
import type { Telling } from './telling.ts'

const mostListed = 200

export function unattendedProcedures(context: EngineContext, handlers: () => Handlers, telling: Telling): HandlersOf<'unattended'> {
  const table = () => context.current().tables.unattendedFiles
  const changed = () => context.emit('unattended.changed', { accountId: context.current().id })

  function required(noteId: string): StoredUnattended {
    const file = table().find(noteId)
    if (file === null) throw new AppError('usage', 'Nothing is known of this file any more.', 'Drop it into the folder again.')
    return file
  }

  /** What a person has to decide is prepared as a draft, so that one press leads there. */
  async function keep(note: UnattendedNote): Promise<StoredUnattended | null> {
    const { tables, store } = context.current()
    const atMs = context.clock.nowMs()
    const file = { ...note, atMs, draftId: null, answeredAtMs: null }
    if (!table().add(file)) return null
    const planId = note.planId === null ? null : tables.plans.idOf(note.planId)
    if (note.outcome !== 'unlike' || planId === null || tables.plans.find(planId) === null) return file
    const plan = planSummary(store, planId)
    const state: DraftState = {
      step: 'review',
      fileId: plan.fileId,
      fileName: note.fileName,
      kind: plan.kind,
      dialect: plan.recipe.source,
      recipe: plan.recipe,
      planId: plan.id,
      runId: null,
    }
    const draft = await handlers()['drafts.create']({ state })
    table().setDraft(note.id, draft.id)
    return { ...file, draftId: draft.id }
  }

  return {
    'unattended.list': () => ({
      files: table()
        .latest(mostListed)
        .map((file) => shownUnattended(file, context.current().tables)),
    }),

    async 'unattended.note'(note) {
      const { id: accountId, tables } = context.current()
      const file = await keep(note)
      if (file === null) return { isNew: false }
      const ended = endedOf(context, file)
      const shown = shownUnattended(file, tables)
      context.emit('unattended.ended', { accountId, file: shown, notice: noticeFor(context, accountId, ended) })
      telling.begin(tellOthers(context, accountId, ended))
      return { isNew: true }
    },

    'unattended.dismiss'({ noteId }) {
      const { outcome } = required(noteId)
      table().answer(noteId, { outcome, atMs: context.clock.nowMs() })
      changed()
      return {}
    },

    async 'unattended.discard'({ draftId }) {
      const file = table().ofDraft(draftId)
      if (file !== null) table().answer(file.id, { outcome: 'discarded', atMs: context.clock.nowMs() })
      await handlers()['drafts.remove']({ draftId })
      changed()
      return {}
    },

    async 'unattended.review'({ noteId }) {
      const file = required(noteId)
      const draft = await prepared(handlers(), context, file)
      table().answer(noteId, { outcome: file.outcome, atMs: context.clock.nowMs() })
      changed()
      return draft
    },
  }
}

/** The file with its recipe, planned and ready to be reviewed; where that recipe is gone, ready to be mapped. */
async function prepared(handlers: Handlers, context: EngineContext, { path, fileName, recipeName }: StoredUnattended): Promise<Draft> {
  if (path === null) throw new AppError('file.not_found', 'Nobody knows where this file is.', 'Choose it yourself.')
  const opened = await handlers['files.open']({ path, name: basename(fileName) })
  const recipe = context.current().tables.recipes.findByName(recipeName)?.recipe ?? null
  const plan = recipe === null ? null : await handlers['plans.start']({ fileId: opened.id, recipe, lookup: 'missing', wait: true })
  const isPlanned = plan?.state === 'ready'
  const state: DraftState = {
    step: isPlanned ? 'review' : recipe === null ? 'file' : 'mapping',
    fileId: opened.id,
    fileName,
    kind: recipe?.kind ?? null,
    dialect: recipe?.source ?? null,
    recipe,
    planId: isPlanned ? plan.id : null,
    runId: null,
  }
  return handlers['drafts.create']({ state })
}

/** What waits is answered, too, by an import that was begun with it, and by a draft that is gone. */
export function shownUnattended(file: StoredUnattended, tables: Tables): UnattendedFile {
  const { atMs, answeredAtMs, ...rest } = file
  const isOpen = answeredAtMs === null && file.outcome !== 'imported' && file.outcome !== 'discarded'
  const waits = isOpen && (file.outcome !== 'unlike' || waitsUnlike(file, tables))
  return {
    ...rest,
    atSeconds: Math.floor(atMs / 1000),
    answeredAtSeconds: answeredAtMs === null ? null : Math.floor(answeredAtMs / 1000),
    waits,
  }
}

function waitsUnlike({ planId, draftId }: StoredUnattended, { drafts, plans, runs }: Tables): boolean {
  if (planId !== null && runs.idOfPlan(plans.idOf(planId)) !== null) return false
  return draftId !== null && drafts.find(draftId) !== null
}
