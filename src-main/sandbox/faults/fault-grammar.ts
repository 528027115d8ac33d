import { operationNames } from '../operations/operation-names.ts'
import { faultGroups, statusFaults, type FaultRule } from './fault-kinds.ts'

const placeholders = { share: '', amount: '=N', choice: '=WORD' } as const

function wrapped(text: string, indent: string, width = 118): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each) => indent + each).join('\n')
}

function described(kind: string, rule: FaultRule): string {
  const value = rule.choices ? `=${rule.choices.join('|')}` : rule.isOptional ? `[${placeholders[rule.value]}]` : placeholders[rule.value]
  const head = `  ${kind}${value}`
  const text = wrapped(rule.says, ' '.repeat(28)).trimStart()
  return head.length < 27 ? head.padEnd(28) + text : `${head}\n${' '.repeat(28)}${text}`
}

const statuses = statusFaults.filter((kind) => !kind.endsWith('-after')).join(' ')

/** The grammar of `parseFaults`, as the command line's help shows it. */
export const faultGrammar = `SPEC      = ITEM, separated by commas; "seed=7" chooses other random requests
ITEM      = KIND[@OPERATION+OPERATION][=VALUE][/TIMES][:OPTION=VALUE]
VALUE     the share of requests that it hits, 0 to 1 (1 when left out), where no number or word is asked for
TIMES     it happens at most so often
OPTION    p=SHARE                         the share, for kinds that take a number or a word
          nth=N  from=N                   only the Nth matching request; those from the Nth on
          contact=UUID or PHONE           only requests about this contact; may be repeated
          each=contact                    TIMES, nth and from are counted for each contact on its own
          burst=COUNT                     once it hits, so many matching requests in a row are hit
          retry-after=SECONDS  retry-after-date=SECONDS  for statuses: the header Retry-After
          ms=MILLISECONDS                 the pause of slow-body; what latency adds at random
          field=FIELD+FIELD               for altered texts: body, name, notes, custom_fields
OPERATION ${wrapped(operationNames.join(' '), ' '.repeat(10)).trimStart()}

Statuses
${wrapped(statuses, '  ')}
                            refused with it, and no effect; 301 to 308 name another place
  STATUS-after              the effect, and then this status, like 503-after:retry-after=1

${faultGroups.map(({ title, rules }) => `${title}\n${rules.map(([kind, rule]) => described(kind, rule)).join('\n')}`).join('\n\n')}

Examples
  latency=20,429=0.05:retry-after=1             slow, and sometimes too busy
  429@import-message/1:retry-after=86400        the first import is refused for a day
  503-after@import-message=0.1:retry-after=1    one import in ten happens and is answered with 503
  late-effect@import-message=8000,drop-after@import-message
                                                no answer, and the effect 8 s later
  read-lag=3000:contact=+12125550100            this contact is shown as it was 3 s ago
  echo-only@set-consent:from=2                  only the first consent is stored
  unblock@set-consent,give-consent@import-message/1:each=contact
                                                more than was asked
  truncate=255:field=name,html-escape:field=body
  403@set-consent                               the whole operation is refused`
