import type { DamageReport, DialectChoice, Correction, Finding } from '../../../../src-main/engine/contract.ts'
import { connection } from '../../../app/connection.svelte.ts'
import { call, on } from '../../../engine.ts'
import { type Failure, failureOf } from '../../../app/failure.ts'

/** As many corrections as the engine takes at once. */
const mostCorrections = 100

/** Corrections made here that are no repairs of a column, so that the engine's report does not name them: they can be undone until the page is left. */
interface MadeHere {
  finding: Finding
  numbers: number[]
}

/** The check of one file, as it is read now. `close` ends the listening; the check itself goes on. */
export function createDamageView() {
  let wanted: { fileId: string; dialect: DialectChoice } | null = null
  let report = $state.raw<DamageReport | null>(null)
  /** What was known when a correction was made: shown until the file has been checked again. */
  let before = $state.raw<Finding[] | null>(null)
  let madeHere = $state.raw<MadeHere[]>([])
  let failure = $state.raw<Failure | null>(null)
  let isBusy = $state(false)
  let isAsking = false
  /** What is to be asked once the present answer is there. */
  let next: 'damage.check' | 'damage.findings' | null = null

  async function ask(procedure: 'damage.check' | 'damage.findings'): Promise<void> {
    if (isAsking) {
      if (next !== 'damage.check') next = procedure
      return
    }
    const asked = wanted
    if (asked === null) return
    isAsking = true
    try {
      const answer = await call(procedure, asked)
      if (asked === wanted && answer.state !== 'none') take(answer)
    } catch (error) {
      if (asked === wanted) failure = failureOf(error)
    } finally {
      isAsking = false
    }
    const then = asked === wanted ? next : 'damage.check'
    next = null
    if (then !== null) await ask(then)
  }

  function take(answer: DamageReport): void {
    report = answer
    failure = answer.error
    if (answer.state === 'done') before = null
  }

  /** Makes corrections or takes them back, and checks the file again. Answers whether it worked. */
  async function correct(work: (target: { fileId: string; sheet?: string }) => Promise<void>, left: Finding[]): Promise<boolean> {
    if (wanted === null || isBusy) return false
    isBusy = true
    const { sheet } = report ?? { sheet: null }
    try {
      await work({ fileId: wanted.fileId, ...(sheet !== null && { sheet }) })
      before = left
      await ask('damage.check')
      return true
    } catch (error) {
      failure = failureOf(error)
      return false
    } finally {
      isBusy = false
    }
  }

  const endings = [
    on('damage.progress', (progress) => {
      if (progress.fileId === wanted?.fileId) void ask('damage.findings')
    }),
    connection.onReopened(() => void ask('damage.check')),
  ]

  return {
    get report() {
      return report
    },
    get findings(): Finding[] {
      return before ?? report?.findings ?? []
    },
    get madeHere() {
      return madeHere
    },
    get failure() {
      return failure
    },
    get isBusy() {
      return isBusy
    },
    /** Checks the file as it is read by this dialect. */
    watch(fileId: string, dialect: DialectChoice): void {
      if (wanted?.fileId !== fileId) madeHere = []
      wanted = { fileId, dialect }
      report = null
      before = null
      failure = null
      void ask('damage.check')
    },
    /** Checks again where the file was corrected since. */
    again: (): void => void ask('damage.check'),
    repair(findings: readonly Finding[]): Promise<boolean> {
      const left = (before ?? report?.findings ?? []).filter((one) => !findings.includes(one))
      return correct(async (target) => {
        for (const finding of findings) {
          const numbers = await addAll(target, finding.corrections)
          if (finding.corrections.some(({ kind }) => kind !== 'mend')) madeHere = [...madeHere, { finding, numbers }]
        }
      }, left)
    },
    undo(numbers: number[]): Promise<boolean> {
      return correct(async (target) => {
        await call('corrections.undo', { ...target, numbers })
        madeHere = madeHere.filter((made) => made.numbers !== numbers)
      }, report?.findings ?? [])
    },
    close(): void {
      for (const end of endings) end()
    },
  }
}
/** Answers the numbers of the corrections: each gets the next one. */
async function addAll(target: { fileId: string; sheet?: string }, corrections: readonly Correction[]): Promise<number[]> {
  const numbers: number[] = []
  for (let from = 0; from < corrections.length; from += mostCorrections) {
    const some = corrections.slice(from, from + mostCorrections)
    const { through } = await call('corrections.add', { ...target, corrections: some })
    some.forEach((_correction, at) => numbers.push(through - some.length + 1 + at))
  }
  return numbers
}
