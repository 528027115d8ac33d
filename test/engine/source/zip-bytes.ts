import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string | Buffer
  content?: Buffer | string
  isStored?: boolean
  isEncrypted?: boolean
  method?: number
}

/** A zip archive as programs write it: local headers, contents, and the directory at the end. */
export function zipBytes(entries: ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content = '', isStored = false, isEncrypted = false, method = isStored ? 0 : 8 } of entries) {
    const plain = Buffer.from(content)
    const packed = isStored ? plain : deflateRawSync(plain)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((isEncrypted ? 1 : 0) | (typeof name === 'string' ? 0x800 : 0), 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed])
    const record = Buffer.alloc(46)
    record.write('PK\x01\x02', 0, 'latin1')
    record.writeUInt16LE(20, 4)
    common.copy(record, 6, 0, 26)
    record.writeUInt32LE(offset, 42)
    directory.push(Buffer.concat([record, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const records = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, records, end])
}
