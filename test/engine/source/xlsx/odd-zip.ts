import { crc32, deflateRawSync } from 'node:zlib'
import type { ZipEntry } from '../zip-bytes.ts'

export interface OddEntry extends ZipEntry {
  /** Sizes and checksum follow the content, as programs write that do not know them before. */
  hasDescriptor?: boolean
  /** Sizes and offsets in the fields for archives beyond 4 GB. */
  isZip64?: boolean
  /** The unpacked size that the archive says; that of the content unless given. */
  saidBytes?: number
}

const unknown = 0xffff_ffff

/** A zip archive with what `zipBytes` leaves out. */
export function oddZip(entries: readonly OddEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const {
    name,
    content = '',
    isStored = false,
    isEncrypted = false,
    method = isStored ? 0 : 8,
    hasDescriptor = false,
    isZip64 = false,
    saidBytes,
  } of entries) {
    const plain = Buffer.from(content)
    const size = saidBytes ?? plain.length
    const packed = isStored ? plain : deflateRawSync(plain)
    const nameBytes = Buffer.from(name)
    const flags = (isEncrypted ? 1 : 0) | (hasDescriptor ? 8 : 0) | 0x800
    const sum = crc32(plain)
    const common = (isLocal: boolean, extraLength: number) => {
      const isBehind = isLocal && hasDescriptor
      return Buffer.concat([
        u16(isZip64 ? 45 : 20, flags, method, 0, 0),
        u32(isBehind ? 0 : sum),
        isZip64 && !isBehind ? u32(unknown, unknown) : u32(isBehind ? 0 : packed.length, isBehind ? 0 : size),
        u16(nameBytes.length, extraLength),
      ])
    }
    const sizes = isZip64 ? Buffer.concat([u16(1, 24), u64(size, packed.length, offset)]) : Buffer.alloc(0)
    const localExtra = isZip64 && !hasDescriptor ? Buffer.concat([u16(1, 16), u64(size, packed.length)]) : Buffer.alloc(0)
    const field = (value: number) => (isZip64 ? u64(value) : u32(value))
    const descriptor = hasDescriptor
      ? Buffer.concat([Buffer.from('PK\x07\x08'), u32(sum), field(packed.length), field(size)])
      : Buffer.alloc(0)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common(true, localExtra.length), nameBytes, localExtra, packed, descriptor])
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        u16(45),
        common(false, sizes.length),
        u16(0, 0, 0),
        u32(0, isZip64 ? unknown : offset),
        nameBytes,
        sizes,
      ]),
    )
    locals.push(local)
    offset += local.length
  }
  const records = Buffer.concat(directory)
  const isLarge = entries.some(({ isZip64 }) => isZip64 === true)
  const large = isLarge
    ? Buffer.concat([
        Buffer.from('PK\x06\x06'),
        u64(44),
        u16(45, 45),
        u32(0, 0),
        u64(entries.length, entries.length, records.length, offset),
        Buffer.from('PK\x06\x07'),
        u32(0),
        u64(offset + records.length),
        u32(1),
      ])
    : Buffer.alloc(0)
  const count = isLarge ? 0xffff : entries.length
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06'),
    u16(0, 0, count, count),
    isLarge ? u32(unknown, unknown) : u32(records.length, offset),
    u16(0),
  ])
  return Buffer.concat([...locals, records, large, end])
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2)
  return bytes
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, at * 4)
  return bytes
}

function u64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), at * 8)
  return bytes
}
