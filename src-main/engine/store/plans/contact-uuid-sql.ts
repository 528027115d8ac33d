/**
 * In SQL, the uuid of the contact of a row of `plan_rows`: rows that change nothing name it by the cache's own number
 * (`contact_id`), which is never used twice.
 */
export const rowContactUuid = `coalesce(contact_uuid, (SELECT uuid FROM contacts WHERE contacts.id = contact_id),
  (SELECT uuid FROM gone_contacts WHERE gone_contacts.id = contact_id))`
