import { escaped, workbookBytes } from '../../engine/source/xlsx/workbook-bytes.ts'

// Files as people in an office have them: nobody has tidied them up for an import.

export interface OfficeFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const givenNames = ['Zoë', 'Nguyễn', 'Siân', 'José Luis', 'Krzysztof', 'Ελένη', 'Ayşe', 'Omar', 'Ana María', 'Bo']
const familyNames = ['Dubois', 'Thị Hương', 'O’Brien-Llewellyn', 'Ibáñez', 'Wójcik', 'Παπαδοπούλου', 'Öztürk', 'al-Farsi', 'de la Cruz']
const otherScripts = ['李小龍', 'محمد الفارسي', 'שרה לוי', '김민준']
const nameOf = (at: number) =>
  at % 11 === 3 ? otherScripts[at % 4] : `${givenNames[at % 10]} ${familyNames[Math.floor(at / 10) % 9]}${at % 7 === 0 ? ' ' : ''}`
const answers = ['Yes', 'yes', '', 'No', 'Yes', '', 'Y', '', 'N', 'Yes']

/** The number of the client at that place, in E.164: of nobody in the practice account. */
export const clientPhone = (at: number): string => `+1646555${String(at).padStart(4, '0')}`

/** The same number as different hands have typed it; one in nine was taken for a number by Excel. */
function typed(at: number): string | number {
  const digits = clientPhone(at).slice(2)
  const [area, exchange, rest] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (at % 9 === 4) return Number(digits)
  return (
    [`(${area}) ${exchange}-${rest}`, `${area}.${exchange}.${rest}`, `+1 ${area} ${exchange} ${rest}`, `${area}-${exchange}-${rest} `][
      at % 4
    ] ?? digits
  )
}

/** The days of Excel from 2026-01-01. */
const firstDay = 46_023

/**
 * An Excel list of 180 new clients: a title over all columns, a line below it, then the names of the columns; two phone columns, one for
 * consent, notes of several lines, dates, a row without a number, one with a number that is cut off, and somebody who is there twice.
 */
export function newClients(): OfficeFile {
  const rows = Array.from({ length: 180 }, (_, at) => {
    const mobile = at === 57 ? '646 55' : at === 101 ? '' : at === 140 ? typed(20) : typed(at)
    return [
      nameOf(at) ?? '',
      mobile,
      at % 5 === 0 ? `212-555-${String(at).padStart(4, '0')}` : '',
      at % 3 === 0 ? `client.${at}@example.com` : '',
      answers[at % answers.length] ?? '',
      firstDay + at,
      at % 4 === 0 ? 'Prefers mornings.\nAsk for the side door, "Elm St."' : '',
      at % 2 === 0 ? 'New patient' : 'Referral',
    ]
  })
  const letter = (column: number) => String.fromCharCode(65 + column)
  const cell = (line: number, column: number, value: string | number) => {
    if (value === '') return ''
    const where = `${letter(column)}${line}`
    if (typeof value === 'number') return `<c r="${where}"${column === 5 ? ' s="1"' : ''}><v>${value}</v></c>`
    return `<c r="${where}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
  }
  const row = (line: number, cells: readonly (string | number)[]) =>
    `<row r="${line}">${cells.map((value, column) => cell(line, column, value)).join('')}</row>`
  const header = ['Client', 'Mobile', 'Work phone', 'E-mail', 'Opt-in?', 'Signed up', 'Notes', 'Category']
  return {
    name: 'New clients autumn.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbookBytes({
      sheets: [
        {
          name: 'Clients',
          rows: [
            row(1, ['New clients, autumn 2026']),
            row(2, ['Printed by Dana']),
            row(4, header),
            ...rows.map((cells, at) => row(at + 5, cells)),
          ].join(''),
          after: '<mergeCells count="2"><mergeCell ref="A1:H1"/><mergeCell ref="A2:H2"/></mergeCells>',
        },
      ],
      formats: [14],
    }),
  }
}

/** A month's answers to "May we text you?", about people who are in the account, with how and when they answered. */
export function monthlyList(month: string, phones: readonly string[], refuse: (at: number) => boolean): OfficeFile {
  const lines = phones.map(
    (phone, at) =>
      `"Person ${at}",${phone},${refuse(at) ? 'No' : 'Yes'},${month}-${String((at % 27) + 1).padStart(2, '0')},front desk form`,
  )
  return {
    name: `consent ${month}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Phone number,Texts OK?,Answered on,How', ...lines].join('\r\n')),
  }
}

/** What was written in both directions in another program, its times as such programs write them. */
export function messageHistory(phones: readonly string[]): OfficeFile {
  const lines = phones.flatMap((phone, at) => {
    const day = `10/${String((at % 27) + 1).padStart(2, '0')}/2026`
    return [
      `${day} 9:0${at % 10} AM,Inbound,${phone},"Hi, can I come on Friday?\nThanks 🙏"`,
      `${day} 9:3${at % 10} AM,Outbound,${phone},"Yes, 2 pm is free"`,
      `${day} 2:1${at % 10} PM,Inbound,${phone},Perfect`,
    ]
  })
  return { name: 'message export.csv', mimeType: 'text/csv', buffer: Buffer.from(['Date,Direction,Phone,Message', ...lines].join('\r\n')) }
}
