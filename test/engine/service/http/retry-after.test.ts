import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../../src-main/engine/service/http/retry-after.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')

test.each([
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after': ' 0.5 ' }, 500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': 'Sun, 01 Mar 2026 09:00:10 GMT', date: 'Sun, 01 Mar 2026 09:00:00 GMT' }, 10_000],
  [{ 'retry-after': '86400' }, 86_400_000],
  [{ 'retry-after': '99999999' }, 20 * 86_400_000],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after': ['2', '9'] }, 2000],
  [{ 'ratelimit-reset': '7' }, 7000],
  [{ 'x-ratelimit-reset': String(nowMs / 1000 + 20) }, 20_000],
  [{ 'x-ratelimit-reset': String(nowMs + 20_000) }, 20_000],
  // From a billion on it is a moment in seconds, from a thousand times that one in milliseconds: both are over.
  [{ 'retry-after': '999999999' }, 20 * 86_400_000],
  [{ 'retry-after': '1000000000' }, 0],
  [{ 'retry-after': '999999999999' }, 20 * 86_400_000],
  [{ 'retry-after': '1000000000000' }, 0],
  [{ ratelimit: '"default";r=0;t=12' }, 12_000],
  [{ ratelimit: 'limit=10, remaining=0, reset=4' }, 4000],
  [{ 'retry-after': 'soon', 'ratelimit-reset': '7' }, 7000],
  [{}, null],
])('%j asks to wait %j ms', (headers, delayMs) => {
  expect(retryAfterMs(headers, nowMs)).toBe(delayMs)
})
