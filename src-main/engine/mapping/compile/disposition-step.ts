import type { Disposition } from '../../model/contacts/customer.ts'
import { findByName } from '../../text/headers/name-key.ts'
import type { WriteText } from './field-rule.ts'
import type { IssueMaker } from './mapping-issue.ts'

/** Names that are told of those that there are. */
const mostTold = 10

/** A disposition of the account, by its identifier or its name; null where it has none like it, or several. */
export function dispositionIn(dispositions: readonly Disposition[], nameOrUuid: string): Disposition | null {
  const asked = nameOrUuid.trim()
  const byUuid = dispositions.find(({ uuid }) => uuid.toLowerCase() === asked.toLowerCase())
  if (byUuid !== undefined) return byUuid
  const { found, ambiguous } = findByName(dispositions, ({ name }) => name, asked)
  return ambiguous ? null : found
}

/** Writes with what a row's conversation is resolved. A word that is none of the account's dispositions is a mistake, never left out in silence. */
export function dispositionWriter(dispositions: readonly Disposition[], issues: IssueMaker): WriteText {
  return (text, row, out) => {
    if (text === null || text === '') return
    const found = dispositionIn(dispositions, text)
    if (found !== null) {
      out.disposition = found
      return
    }
    const names = dispositions.slice(0, mostTold).map(({ name }) => `"${name}"`)
    out.issues.push(
      issues.make(
        row.line,
        'disposition.unknown',
        text,
        (shown) => `${shown} is no disposition of this account.`,
        names.length === 0
          ? 'The service shows no dispositions: they may not be set up for this account. Leave the cell blank to resolve without one.'
          : `Write one of ${names.join(', ')}, or leave the cell blank to resolve without one.`,
      ),
    )
  }
}
