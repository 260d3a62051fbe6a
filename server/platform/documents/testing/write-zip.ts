import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** Bytes are written without the mark that says that they are UTF-8. */
  path: string | Buffer
  content: string | Uint8Array
  /** The type and rights of a file of Unix, such as 0o120777 for a link. */
  mode?: number
  isEncrypted?: boolean
  /** A false size for the directory. */
  claimedSize?: number
  /** The program that made it: 3 is Unix, 0 is Windows. */
  host?: number
  extra?: Buffer
}

/** Writes a zip, also one that no program would write. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { path, content, mode = 0o100644, isEncrypted = false, claimedSize } = entry
    const { host = 3, extra = Buffer.alloc(0) } = entry
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((typeof path === 'string' ? 0x800 : 0) | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedSize ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    common.writeUInt16LE(extra.length, 24)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, extra, packed)
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE((mode << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([20, host])
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, common, attributes, name, extra)
    offset += 4 + common.length + name.length + extra.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
