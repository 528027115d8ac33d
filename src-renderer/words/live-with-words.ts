import type { LiveWith } from '../../src-main/engine/contract.ts'

type SendAlong = Exclude<LiveWith, 'altered-texts'>

/** What is sent along with each change, where the service clears what is left out. */
const sentAlongWords: Readonly<Record<SendAlong, string>> = {
  'custom-fields': 'all custom fields',
  texts: 'name and notes',
  tags: 'all tags',
  flags: 'archived and blocked',
}

/** What the button says that resumes a run with what it offers. */
export function resumeWords(offers: readonly LiveWith[]): string {
  const along = offers.filter((offer) => offer !== 'altered-texts').map((offer) => sentAlongWords[offer])
  return along.length === 0 ? 'Resume, and accept the texts as the service writes them' : `Resume, and write ${along.join(', ')} each time`
}
