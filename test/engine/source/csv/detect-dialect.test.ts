import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectDialect } from '../../../../src-main/engine/source/csv/detect-dialect.ts'
import { createRowParser } from '../../../../src-main/engine/source/csv/row-parser.ts'
import { type DialectChoice, dialectChoiceSchema } from '../../../../src-main/engine/model/files/source-schema.ts'

/** The rows as they are read with the dialect that was found. */
function read(text: string, choice: Partial<DialectChoice> = {}) {
  const dialect = detectDialect(text, dialectChoiceSchema.parse(choice), 'utf-8')
  return {
    dialect,
    rows: createRowParser(dialect)
      .push(text, true)
      .map(({ cells }) => cells),
  }
}

describe('the delimiter', () => {
  it.each([[','], [';'], ['\t'], ['|'], ['\x1F'], ['\x1E'], ['^'], ['~'], ['¦'], ['§'], [':'], ['#']])(
    '%j is found in a list of contacts with commas in its cells',
    (delimiter) => {
      const rows = [
        ['Name', 'Phone', 'Note'],
        ['Ana Lee', '+12025550123', 'likes tea'],
        ['Bo Day', '+12025550124', ''],
        ['Cy Fox', '(202) 555-0125', 'VIP'],
        ['Di Gray', '', 'call later'],
      ]
      expect(read(rows.map((row) => row.join(delimiter)).join('\n')).dialect.delimiter).toBe(delimiter)
    },
  )

  it.each([
    [
      'times and addresses',
      'Name,Seen,Page\nAna,10:15:00,https://example.com/a?b=1#c\nBo,11:30:10,https://example.com/x#y\nCy,09:00:00,https://example.com/z#q\n',
      ',',
    ],
    ['one column of names', 'Name\nAna Lee\nBo Day\nCy Fox\nDi Gray\n', ','],
    ['one column of numbers with dashes and colons', 'Phone\n10:12\n11:13\n12:14\n', ','],
    ['one column of notes', 'Note\nhello, you\nfine\nno; yes\n', ','],
    ['decimal commas', 'Name;Balance;Rate\nAna;1,50;2,5\nBo;2,75;3,5\nCy;10,00;1,0\n', ';'],
    ['semicolons in quoted cells', 'a,b,c\n"1;2;3","x;y",z\n"4;5;6","v;w",u\n', ','],
    ['a title above', 'Report, made by Ana\nName;Phone;City\nAna;1;Bonn\nBo;2;Rome\nCy;3;Oslo\n', ';'],
    ['emails with a name each', 'Ana Lee <ana@example.com>\nBo Day <bo@example.com>\nCy Fox <cy@example.com>\n', ','],
  ])('of a file with %s', (_name, text, delimiter) => {
    expect(read(text).dialect.delimiter).toBe(delimiter)
  })

  it('of the first line that names it wins, whatever its characters', () => {
    expect(read('sep=^\r\nName^Phone\r\nAna, Lee^1\r\n')).toMatchObject({
      dialect: { delimiter: '^', skipLines: 1, separatorLine: '^' },
      rows: [
        ['Name', 'Phone'],
        ['Ana, Lee', '1'],
      ],
    })
    expect(read('"sep=;"\nName;Phone\nAna;1\n').dialect).toMatchObject({ delimiter: ';', skipLines: 1 })
  })

  it.each([
    ['semicolons', 'sep=,\nName;Phone;City\nAna;1;Bonn\nBo;2;"Rome, GA"\nLee, Cy;3;Oslo\n', ';'],
    ['commas', 'sep=;\r\nName,Phone\r\nAna,1\r\n', ','],
    ['tabs', 'sep=;\nName\tPhone\nAna\t1\n', '\t'],
  ])('of rows that know nothing of the first line, but have %s throughout, is theirs', (_name, text, delimiter) => {
    expect(read(text).dialect).toMatchObject({ delimiter, skipLines: 1 })
  })

  it.each([
    ['one column', 'sep=;\nPhone\n+12025550123\n+12025550124\n', ';'],
    ['one column of names with commas', 'sep=;\nName\nLee, Ana\nDay, Bo\nFox, Cy\n', ';'],
    ['some rows with the other one', 'sep=;\nName,Phone\nAna,1\nBo\nCy\nDi\n', ';'],
    ['two columns, and as many by another', 'sep=;\nLast, First;Phone\nLee, Ana;1\n', ';'],
  ])('of a first line is believed above %s', (_name, text, delimiter) => {
    expect(read(text).dialect.delimiter).toBe(delimiter)
  })
})

describe('the quotation mark', () => {
  it.each([["'"], ['`'], ['|'], ['~']])('%s is found where it encloses cells, some of them with delimiters', (quote) => {
    const print = (cell: string) => `${quote}${cell}${quote}`
    const text = [
      ['Name', 'City'],
      ['Lee, Ana', 'Bonn'],
      ['Day, Bo', 'Rome'],
      ['Fox, Cy', 'Oslo'],
    ]
      .map((row) => row.map(print).join(','))
      .join('\n')
    const { dialect, rows } = read(text)
    expect(dialect).toMatchObject({ delimiter: ',', quote })
    expect(rows[1]).toEqual(['Lee, Ana', 'Bonn'])
  })

  it.each([["'"], ['`'], ['|'], ['%'], ['$']])('%s is found where it encloses only the cells that need it', (quote) => {
    const text = `Name,Phone,Note\nAna,+12025550123,fine\n${quote}Day, Bo${quote},+12025550124,\nCy,+12025550125,${quote}one, two${quote}\nDi,,${quote}said ${quote}${quote}no${quote}${quote}, twice${quote}\n`
    const { dialect, rows } = read(text)
    expect(dialect).toMatchObject({ delimiter: ',', quote })
    expect(rows.slice(2)).toEqual([
      ['Day, Bo', '+12025550124', ''],
      ['Cy', '+12025550125', 'one, two'],
      ['Di', '', `said ${quote}no${quote}, twice`],
    ])
  })

  it('is found by marks that are doubled inside of enclosed cells', () => {
    expect(read("Name;City\n'O''Neill';Bonn\nAna;Rome\n").rows[1]).toEqual(["O'Neill", 'Bonn'])
  })

  it.each([
    ['a cell in marks that are its own', "Name,Note\nAna,'fine'\nBo,x\n", "'fine'"],
    ['code in a cell', 'Name#Phone#Note\nAna#1#`code`\nBo#2#x\nCy#3#y\n', '`code`'],
    ['feet at the ends of cells', "Name,Size\nAna,'6 by 5'\nBo's,5'\n", "'6 by 5'"],
  ])('is the usual one beside %s', (_name, text, cell) => {
    const { dialect, rows } = read(text)
    expect(dialect.quote).toBe('"')
    expect(rows[1]?.at(-1)).toBe(cell)
  })

  it.each([['~'], ['#'], [':'], ['^']])('between enclosed cells, %s is no accident', (delimiter) => {
    const text = [
      ['Name', 'Phone'],
      ['Ana', '+12025550123'],
      ['Bo', '+12025550124'],
    ]
      .map((row) => row.map((cell) => `|${cell}|`).join(delimiter))
      .join('\n')
    expect(read(text)).toMatchObject({
      dialect: { delimiter, quote: '|' },
      rows: [
        ['Name', 'Phone'],
        ['Ana', '+12025550123'],
        ['Bo', '+12025550124'],
      ],
    })
  })

  it('is the usual one where names and places begin with an apostrophe', () => {
    expect(read("Name,City\nO'Neill,'s-Hertogenbosch\n'tHooft,'s-Gravenhage\nAna,Bonn\n").dialect.quote).toBe('"')
  })
})

describe('the backslash', () => {
  it.each([
    [
      'quotation marks in cells of a database',
      '"id","name","note"\n"1","Ana \\"Annie\\" Lee","x"\n"2","Bo","a \\"b\\", c"\n',
      [
        ['1', 'Ana "Annie" Lee', 'x'],
        ['2', 'Bo', 'a "b", c'],
      ],
    ],
    [
      'nothing, as a database writes it',
      'id\tname\tnote\n1\tAna\t\\N\n2\t\\N\ttwo\\nlines\n3\tCy\t\\N\n',
      [
        ['1', 'Ana', ''],
        ['2', '', 'two\nlines'],
        ['3', 'Cy', ''],
      ],
    ],
    [
      'delimiters without quotation marks',
      'id,name\n1,Lee\\, Ana\n2,Day\\, Bo\n',
      [
        ['1', 'Lee, Ana'],
        ['2', 'Day, Bo'],
      ],
    ],
  ])('before %s is found', (_name, text, rows) => {
    expect(read(text).dialect.escape).toBe('\\')
    expect(read(text).rows.slice(1)).toEqual(rows)
  })

  it.each([
    ['folders of Windows', '"Name","Folder"\n"Ana","C:\\data\\"\n"Bo","D:\\x\\y\\"\n', 'C:\\data\\'],
    ['doubled quotation marks after a backslash', '"Name","Note"\n"Ana","a \\ ""b"""\n"Bo","c"\n', 'a \\ "b"'],
    ['a shrug', 'Name,Note\nAna,¯\\_(ツ)_/¯\nBo,x\n', '¯\\_(ツ)_/¯'],
  ])('is text in %s', (_name, text, cell) => {
    expect(read(text).dialect.escape).toBeUndefined()
    expect(read(text).rows[1]?.[1]).toBe(cell)
  })

  it('is obeyed where it is chosen', () => {
    expect(read('a,b\n1,x\\,y\n', { escape: '\\' }).rows[1]).toEqual(['1', 'x,y'])
    expect(read('a,b\n"1","x\\"y"\n', { escape: '' }).dialect.escape).toBeUndefined()
  })
})

describe('titles above the header', () => {
  const table = 'Name,Phone,City\nAna,+12025550123,Bonn\nBo,+12025550124,Rome\nCy,+12025550125,Oslo\n'
  it.each([
    ['none', table, 0],
    ['one line', `Contacts\n${table}`, 1],
    ['some lines, one of them blank', `Contacts report\nMade on 1 March 2024\n\n${table}`, 3],
    ['lines padded by a spreadsheet', `Contacts report,,\n,,\n${table}`, 2],
    ['a title with line ends inside', `"Contacts\nof March",,\n${table}`, 2],
    ['a line that names the separator, and a title', `sep=,\nContacts\n${table}`, 2],
    ['blank lines alone', `\n\n${table}`, 0],
    ['a header that is mostly empty', 'Name,,,\nAna,+12025550123,x,y\nBo,+12025550124,x,y\nCy,+12025550125,x,y\n', 0],
    ['a note above rows without a header', 'Contacts\nAna,+12025550123,Bonn\nBo,+12025550124,Rome\nCy,+12025550125,Oslo\n', 0],
  ])('%s are passed over when they are to be found', (_name, text, skipLines) => {
    expect(read(text, { skipLines: 'auto' }).dialect.skipLines).toBe(skipLines)
    expect(read(text).dialect.skipLines).toBe(text.startsWith('sep=') ? 1 : 0)
  })

  it('never take a row of values with them: what is passed over has hardly a filled cell', () => {
    const cell = fc.constantFrom('', 'Ana', '+12025550123', 'x', 'ana@example.com', '12')
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }), (rows) => {
        const text = rows.map((row) => row.join(',')).join('\n')
        const { dialect } = read(text, { skipLines: 'auto', delimiter: ',' })
        for (const row of rows.slice(0, dialect.skipLines)) expect(row.filter((value) => value !== '').length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })
})

it('a table of five thousand columns is read in the same dialect', () => {
  const row = (value: string) => Array.from({ length: 5_000 }, (_, at) => `${value}${at}`).join(';')
  const { dialect, rows } = read([row('Name '), row('a'), row('b')].join('\n'))
  expect(dialect.delimiter).toBe(';')
  expect(rows.map((cells) => cells.length)).toEqual([5_000, 5_000, 5_000])
})
