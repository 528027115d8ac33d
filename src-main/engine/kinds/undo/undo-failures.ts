import type { RowFailure } from '../../model/runs/row-outcome.ts'

/** Nothing of the row came back: all of it was edited since. */
export function editedFailure(labels: readonly string[]): RowFailure {
  return {
    code: 'undo.edited',
    message: `Somebody has edited ${labels.join(', ')} of this contact since the run. Nothing was changed.`,
    hint: 'Look at the contact in the service, and change it there if it should be as it was before.',
  }
}

/** Nothing of the row came back: the service does not show what it holds now. */
export function notShownFailure(labels: readonly string[]): RowFailure {
  return {
    code: 'undo.not_shown',
    message: `The service does not show ${labels.join(', ')} of this contact now, so whether somebody edited that cannot be told. Nothing was changed.`,
    hint: 'Look at the contact in the service, and change it there if it should be as it was before.',
  }
}

/** Some of the row came back. */
export function keptNote(kept: readonly string[], notShown: readonly string[]): RowFailure {
  const parts = [
    ...(kept.length > 0 ? [`${kept.join(', ')}: somebody has edited this since the run`] : []),
    ...(notShown.length > 0 ? [`${notShown.join(', ')}: the service does not show it now`] : []),
  ]
  return {
    code: kept.length > 0 ? 'undo.kept' : 'undo.not_shown',
    message: `Taken back, but for what stays as it is: ${parts.join('; ')}.`,
    hint: 'Look at the contact in the service, and change the rest there if it should be as it was before.',
  }
}

export const undoContactGoneFailure = {
  code: 'service.not_found',
  message: 'The contact cannot be found at the service any more, so nothing of it can be taken back.',
  hint: 'Look for it in the service.',
} as const

export const undoUnreadableFailure = {
  code: 'undo.unreadable',
  message: 'The service does not let this contact be read, so whether somebody edited it since cannot be told. Nothing was changed.',
  hint: 'Ask whoever manages the service whether your role may read contacts. Then undo the run again.',
} as const

/** The row would allow texts again, as the contact is now; see `givesPermission`. */
export const permissionFailure = {
  code: 'undo.permission',
  message: 'Taking this back would allow texts to this contact again, which an undo never does by itself. Nothing was changed.',
  hint: 'Where the contact has agreed again since, undo the run once more and release this row with the evidence.',
} as const
