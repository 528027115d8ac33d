import type { ContactFilter } from '../../model/contacts/contact-filter-schema.ts'
import { AppError } from '../../model/errors.ts'
import type { Tables } from '../../store/tables.ts'
import { findByName } from '../../text/headers/name-key.ts'

/** The filter with the uuid of its custom field, which may be named. Throws `usage` for one that the account does not have, or has twice. */
export function withFieldUuid<Filter extends Pick<ContactFilter, 'field'>>(
  { customFields }: Pick<Tables, 'customFields'>,
  filter: Filter,
): Filter {
  const { field } = filter
  const fields = customFields.all()
  if (field === undefined || fields.some(({ uuid }) => uuid === field.uuid)) return filter
  const { found, ambiguous } = findByName(fields, ({ name }) => name, field.uuid)
  if (found !== null) return { ...filter, field: { ...field, uuid: found.uuid } }
  throw new AppError(
    'usage',
    ambiguous ? `Several custom fields are called "${field.uuid}".` : `This account has no custom field "${field.uuid}".`,
    ambiguous
      ? `Name it by its uuid: ${fields.flatMap(({ uuid, name }) => (findByName([{ name }], (one) => one.name, field.uuid).found ? uuid : [])).join(', ')}.`
      : fields.length === 0
        ? 'Sync first: no custom fields are known yet.'
        : `Its custom fields are ${fields.map(({ name }) => `"${name}"`).join(', ')}.`,
  )
}
