import type { TextStep } from '../../../src-main/engine/contract.ts'

export type StepKind = TextStep['do']

/** Changes of a text in the words of an office, with what each begins as. */
export const stepKinds: readonly { kind: StepKind; label: string; begin: TextStep }[] = [
  { kind: 'trim', label: 'Remove extra spaces', begin: { do: 'trim' } },
  { kind: 'case', label: 'Capital and small letters', begin: { do: 'case', to: 'title' } },
  { kind: 'replace', label: 'Find and replace', begin: { do: 'replace', find: 'N/A', with: '', whole: true } },
  { kind: 'split', label: 'Take a part', begin: { do: 'split', at: ',', take: 1 } },
  { kind: 'digits', label: 'Keep only the digits', begin: { do: 'digits' } },
  { kind: 'date', label: 'Write dates in one way', begin: { do: 'date' } },
  { kind: 'prefix', label: 'Put in front', begin: { do: 'prefix', text: '+' } },
  { kind: 'suffix', label: 'Put behind', begin: { do: 'suffix', text: '.' } },
]

export const letterCases = [
  { value: 'title', label: 'as names: Anna Lee, O’Brien' },
  { value: 'upper', label: 'ALL CAPITALS' },
  { value: 'lower', label: 'all small' },
  { value: 'sentence', label: 'First letter only' },
] as const

export const dateWays = [
  { value: 'auto', label: 'found out from the values' },
  { value: 'dayFirst', label: 'day first: 31/12/2024' },
  { value: 'monthFirst', label: 'month first: 12/31/2024' },
  { value: 'excel', label: 'a spreadsheet’s number: 45657' },
  { value: 'unix', label: 'seconds since 1970' },
]

export const dateFormats = [
  { value: '', label: '2024-12-31' },
  { value: 'DD/MM/YYYY', label: '31/12/2024' },
  { value: 'MM/DD/YYYY', label: '12/31/2024' },
  { value: 'DD.MM.YYYY', label: '31.12.2024' },
  { value: 'D MMMM YYYY', label: '31 December 2024' },
]

/** Whether a change can be made yet: one that is still being typed in is not. */
export function isFinished(step: TextStep): boolean {
  switch (step.do) {
    case 'replace':
      return step.find !== '' || (step.whole === true && step.pattern !== true)
    case 'split':
      return step.at !== '' && Number.isInteger(step.take) && step.take !== 0
    case 'date':
      return step.from !== '' && step.to !== ''
    case 'prefix':
    case 'suffix':
      return step.text !== ''
    case 'trim':
    case 'case':
    case 'digits':
      return true
  }
}
