import { crc32, createDeflateRaw } from 'node:zlib'
import type { BinaryOutputFile } from './output-file.ts'

/** Sizes stand behind each entry (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x808
const deflated = 8
const version = 20
/** The first day that the format knows: exports of the same contacts are the same bytes. */
const [time, date] = [0, 0x21]

interface Entry {
  name: Buffer
  crc: number
  packedBytes: number
  plainBytes: number
  offset: number
}

/**
 * Writes entries of a zip archive one after the other, packed on the way: memory does not grow with them. Without the format's 64-bit
 * extension: an entry and the whole archive must stay below 4 GB.
 */
export function createZipWriter(file: Pick<BinaryOutputFile, 'write'>) {
  const entries: Entry[] = []
  let offset = 0
  const put = async (bytes: Buffer): Promise<void> => {
    offset += bytes.length
    await file.write(bytes)
  }

  return {
    /** Adds an entry of these texts, in UTF-8, or of bytes as they are. */
    async add(name: string, texts: Iterable<string> | AsyncIterable<string | Uint8Array>): Promise<void> {
      const entry: Entry = { name: Buffer.from(name), crc: 0, packedBytes: 0, plainBytes: 0, offset }
      await put(Buffer.concat([Buffer.from('PK\x03\x04'), common({ ...entry, crc: 0 }), entry.name]))
      const deflate = createDeflateRaw()
      const packing = (async () => {
        for await (const chunk of deflate) {
          entry.packedBytes += (chunk as Buffer).length
          await put(chunk as Buffer)
        }
      })()
      const feeding = (async () => {
        try {
          for await (const text of texts) {
            const bytes = typeof text === 'string' ? Buffer.from(text) : text
            entry.crc = crc32(bytes, entry.crc)
            entry.plainBytes += bytes.length
            if (!deflate.write(bytes)) await Promise.race([packing, new Promise((resolve) => deflate.once('drain', resolve))])
          }
          deflate.end()
        } catch (error) {
          deflate.destroy()
          throw error
        }
      })()
      const [fed, packed] = await Promise.allSettled([feeding, packing])
      if (fed.status === 'rejected') throw fed.reason
      if (packed.status === 'rejected') throw packed.reason
      const sizes = Buffer.alloc(16)
      sizes.write('PK\x07\x08', 0, 'latin1')
      sizes.writeUInt32LE(entry.crc, 4)
      sizes.writeUInt32LE(entry.packedBytes, 8)
      sizes.writeUInt32LE(entry.plainBytes, 12)
      await put(sizes)
      entries.push(entry)
    },

    /** Writes the directory. To be called once, at the end. */
    async finish(): Promise<void> {
      const start = offset
      for (const entry of entries) {
        const rest = Buffer.alloc(14)
        rest.writeUInt32LE(entry.offset, 10)
        const made = Buffer.alloc(2)
        made.writeUInt16LE(version)
        await put(Buffer.concat([Buffer.from('PK\x01\x02'), made, common(entry), rest, entry.name]))
      }
      const end = Buffer.alloc(22)
      end.write('PK\x05\x06', 0, 'latin1')
      end.writeUInt16LE(entries.length, 8)
      end.writeUInt16LE(entries.length, 10)
      end.writeUInt32LE(offset - start, 12)
      end.writeUInt32LE(start, 16)
      await file.write(end)
    },
  }
}

/** What an entry's own header and its record in the directory have in common. */
function common({ name, crc, packedBytes, plainBytes }: Omit<Entry, 'offset'>): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(version, 0)
  bytes.writeUInt16LE(flags, 2)
  bytes.writeUInt16LE(deflated, 4)
  bytes.writeUInt16LE(time, 6)
  bytes.writeUInt16LE(date, 8)
  bytes.writeUInt32LE(crc, 10)
  bytes.writeUInt32LE(packedBytes, 14)
  bytes.writeUInt32LE(plainBytes, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}
