import { createHash } from 'node:crypto'
import { serviceBaseUrl } from '../service/service-base-url.ts'

/** The id of the account that `ROLLCALL_BASE_URL` stands for: the same address always gives the same account. */
export function environmentAccountId(baseUrl: string): string {
  return `env-${createHash('sha256').update(serviceBaseUrl(baseUrl)).digest('hex').slice(0, 12)}`
}
