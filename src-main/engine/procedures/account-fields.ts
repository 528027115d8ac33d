import { z } from 'zod'
import type { OpenAccount } from '../account/open-account.ts'
import type { Clock } from '../model/clock.ts'
import { AppError } from '../model/errors.ts'
import type { CustomFieldDefinition, Department, Disposition } from '../model/contacts/customer.ts'

const readAtKey = 'accountFieldsReadAtMs'
const dispositionsKey = 'dispositions'
const dispositionsSchema = z.array(z.object({ uuid: z.string(), name: z.string() }))
const freshForMs = 60 * 60 * 1000

/**
 * Reads the account's custom fields, departments and dispositions into the cache. A service that does not show its departments, or has
 * no custom fields, is no reason to fail; one that cannot be reached or wants a sign-in is.
 */
export async function refreshAccountFields(account: Pick<OpenAccount, 'tables' | 'service'>, clock: Clock): Promise<void> {
  account.tables.customFields.replaceAll(await unlessRefused(account.service.customFields(), account.tables.customFields.all()))
  account.tables.departments.replaceAll(await unlessRefused(account.service.departments(), account.tables.departments.all()))
  account.tables.settings.set(dispositionsKey, await unlessFailed(account.service.dispositions(), dispositionsOf(account)))
  account.tables.settings.set(readAtKey, clock.nowMs())
}

/** The account's custom fields and departments; read from the service when they were not in the last hour. */
export async function accountFields(
  account: OpenAccount,
  clock: Clock,
): Promise<{ country: string; customFields: CustomFieldDefinition[]; departments: Department[]; dispositions: Disposition[] }> {
  const readAtMs = account.tables.settings.get(readAtKey, z.number())
  if (readAtMs === null || clock.nowMs() - readAtMs > freshForMs) {
    try {
      await refreshAccountFields(account, clock)
    } catch (error) {
      // Fields read earlier serve while the service cannot be reached.
      if (readAtMs === null) throw error
    }
  }
  return {
    country: account.record().settings.country,
    customFields: account.tables.customFields.all(),
    departments: account.tables.departments.all(),
    dispositions: dispositionsOf(account),
  }
}

function dispositionsOf({ tables }: Pick<OpenAccount, 'tables'>): Disposition[] {
  return tables.settings.get(dispositionsKey, dispositionsSchema) ?? []
}

/** A list that few accounts have, and that hardly any import needs: the service may fail over it, too. */
async function unlessFailed<T>(read: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('service.')) return otherwise
    throw error
  }
}

async function unlessRefused<T>(read: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && (error.code === 'service.refused' || error.code === 'service.shape')) return otherwise
    throw error
  }
}
