import { readXml } from './xml-events.ts'

/** How many rows of a sheet have anything in them, without finding out what. Throws `file.unreadable`. */
export async function countSheetRows(bytes: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0
  let isInText = false
  let isFilled = false
  await readXml(bytes, {
    open(name) {
      if (name === 'row') isFilled = false
      else if (name === 'v' || name === 't' || name === 'f') isInText = true
    },
    text(text) {
      if (isInText && !isFilled && text.trim() !== '') isFilled = true
    },
    close(name) {
      isInText = false
      if (name === 'row' && isFilled) rows++
    },
  })
  return rows
}
