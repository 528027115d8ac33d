import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import type { SystemProxy } from '../../service/http/proxy-environment.ts'
import { createTransport } from '../../service/http/transport.ts'
import { isLoopbackHost } from '../../service/service-base-url.ts'

const timeoutMs = 10_000
/** Between one try and the next. */
const pausesMs = [1_000, 5_000]
/** Nobody reads the answer. */
const maxAnswerBytes = 64 * 1024

/** An address that may be called, in one spelling: `https:`, and `http:` only on this computer. Throws `usage`, without repeating it: it may be a secret. */
export function webhookAddress(text: string): string {
  const url = URL.parse(text.trim())
  const isAllowed = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname)))
  if (isAllowed && url.username === '' && url.password === '') return `${url.origin}${url.pathname}${url.search}`
  throw new AppError(
    'usage',
    'This is no address that can be called.',
    'It begins with https:// (http:// only for this computer) and holds no name and no password before the host.',
  )
}

/** Posts what happened as JSON, some times over where nobody answers. Answers why it could not be told, null where it was. Never rejects. */
export async function postWebhook(
  address: string,
  told: unknown,
  { clock, proxyFor }: { clock: Clock; proxyFor: SystemProxy | undefined },
): Promise<string | null> {
  const url = new URL(address)
  const transport = createTransport({
    baseUrl: url.origin,
    tokenIn: 'header',
    clock,
    connections: 1,
    timeoutMs,
    maxAnswerBytes,
    proxyFor,
  })
  try {
    for (let tried = 0; ; tried += 1) {
      const result = await transport.send({ method: 'POST', path: `${url.pathname}${url.search}`, body: JSON.stringify(told) }, null)
      if (result.kind === 'answer' && result.status < 300) return null
      const isForGood = result.kind === 'answer' && result.status < 500 && result.status !== 429
      const pauseMs = pausesMs[tried]
      if (isForGood || pauseMs === undefined)
        return result.kind === 'answer' ? `${url.host} answered ${result.status}.` : `${url.host} could not be reached.`
      await clock.sleep(pauseMs)
    }
  } catch {
    return `${url.host} could not be reached.`
  } finally {
    await transport.close()
  }
}
