import { describe, expect, test } from 'vitest'
import { faultGrammar } from '../../../src-main/sandbox/faults/fault-grammar.ts'
import { faultKinds } from '../../../src-main/sandbox/faults/fault-kinds.ts'
import { createFaultPlan } from '../../../src-main/sandbox/faults/fault-plan.ts'
import { FaultSpecError, parseFaults } from '../../../src-main/sandbox/faults/fault-spec.ts'

describe('the text of a fault spec', () => {
  test('is read with shares, amounts, words, limits, operations and options', () => {
    expect(
      parseFaults(
        'seed=7, latency=20:ms=5,429=0.05:retry-after=1,500=1.0/3,503@update-customer+set-consent:retry-after-date=2:burst=4,' +
          'expire-token-after=500,list-shape=data,missing-fields=tags+notes,drop-custom-fields,trim-notes,split-tags:p=0.5',
      ),
    ).toEqual({
      seed: 7,
      faults: [
        { kind: 'latency', amount: 20, ms: 5 },
        { kind: '429', probability: 0.05, retryAfterSeconds: 1, retryAfterAs: 'seconds' },
        { kind: '500', probability: 1, times: 3 },
        { kind: '503', operations: ['update-customer', 'set-consent'], retryAfterSeconds: 2, retryAfterAs: 'date', burst: 4 },
        { kind: 'expire-token-after', amount: 500 },
        { kind: 'list-shape', choice: 'data' },
        { kind: 'missing-fields', choice: 'tags+notes' },
        { kind: 'drop-custom-fields' },
        { kind: 'trim-notes' },
        { kind: 'split-tags', probability: 0.5 },
      ],
    })
    expect(parseFaults('')).toEqual({ faults: [] })
  })

  test.each(['nonsense', '500=2', '500=x', '500@nowhere', 'latency', 'list-shape=odd', '429:retry=1', '500=0.5/x', '500:p=-1'])(
    '"%s" is refused, naming the part',
    (text) => {
      expect(() => parseFaults(`drop-after=0.1,${text}`)).toThrow(FaultSpecError)
      expect(() => parseFaults(text)).toThrow(new RegExp(text.split(/[@:=/]/)[0] ?? text))
    },
  )

  test('has a grammar that names every fault', () => {
    expect(faultKinds.filter((kind) => !faultGrammar.includes(kind.replace(/^(\d+)-after$/, '$1')))).toEqual([])
  })
})

describe('a plan of faults', () => {
  const hits = (text: string, requests: number) => {
    const plan = createFaultPlan(parseFaults(text))
    return Array.from({ length: requests }, () => plan.next('update-customer', () => ({ uuids: [], phones: [] })).has('500'))
  }

  test('hits the same requests with the same seed, others with another, and about the share', () => {
    const first = hits('500=0.2', 2000)
    expect(hits('500=0.2', 2000)).toEqual(first)
    expect(hits('500=0.2,seed=2', 2000)).not.toEqual(first)
    expect(first.filter(Boolean).length).toBeGreaterThan(300)
    expect(first.filter(Boolean).length).toBeLessThan(500)
  })

  test('hits at most as often as it may, and only the operations it names', () => {
    expect(hits('500/3', 10)).toEqual([true, true, true, ...Array<boolean>(7).fill(false)])
    expect(hits('500@set-consent', 5)).toEqual(Array<boolean>(5).fill(false))
  })

  test('comes in bursts of the given length', () => {
    const runs = hits('500=0.01:burst=5', 5000)
      .map(Number)
      .join('')
      .split('0')
      .filter((run) => run !== '')
    expect(runs.length).toBeGreaterThan(10)
    expect(runs.slice(0, -1).every((run) => run.length >= 5)).toBe(true)
  })
})
