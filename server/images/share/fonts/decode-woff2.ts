import { brotliDecompressSync } from 'node:zlib'
import { restoreGlyphs } from '#server/images/share/fonts/restore-glyphs.ts'

const SIGNATURE = 0x774f4632
const HEADER_BYTES = 48
const TRUETYPE = 0x00010000

/** The tables that WOFF2 names by a number, in the order of its section 4.1. */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.replace('_', ' '))

interface Entry {
  tag: string
  /** Bytes in the compressed stream. */
  length: number
  transformed: boolean
}

/**
 * Unpacks a WOFF2 font (https://www.w3.org/TR/WOFF2/) into the TrueType file it was made from: fontkit reads both, but
 * sets the axes of a variable font only on the latter.
 * @throws when it is something else, or uses a part of the format that our fonts do not
 */
export function decodeWoff2(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== SIGNATURE || file.readUInt32BE(4) !== TRUETYPE) {
    throw new Error('Not a TrueType font in WOFF2')
  }
  const { entries, end } = readDirectory(file)
  const stream = brotliDecompressSync(file.subarray(end, end + file.readUInt32BE(20)))
  const tables = new Map<string, Buffer>()
  let at = 0
  for (const { tag, length, transformed } of entries) {
    const bytes = stream.subarray(at, at + length)
    at += length
    if (!transformed) tables.set(tag, bytes)
    else if (tag === 'glyf') for (const [name, table] of restoreGlyphs(bytes)) tables.set(name, table)
    else if (tag !== 'loca') throw new Error(`The WOFF2 table ${tag} is transformed`)
  }
  return assemble(tables)
}

function readDirectory(file: Buffer): { entries: Entry[]; end: number } {
  const entries: Entry[] = []
  let at = HEADER_BYTES
  const readBase128 = () => {
    let value = 0
    let byte: number
    do {
      byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
    } while (byte & 128)
    return value
  }
  const count = file.readUInt16BE(12)
  while (entries.length < count) {
    const flags = file.readUInt8(at++)
    let tag = KNOWN_TAGS[flags & 63]
    if (tag === undefined) {
      tag = file.toString('latin1', at, at + 4)
      at += 4
    }
    // Version 3 means "as it is" for these two tables, version 0 for all others.
    const transformed = flags >> 6 !== (tag === 'glyf' || tag === 'loca' ? 3 : 0)
    const original = readBase128()
    entries.push({ tag, transformed, length: transformed ? readBase128() : original })
  }
  return { entries, end: at }
}

/** A font file of these tables. Checksums are left 0: only fontkit will read it, and it does not look. */
function assemble(tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * sorted.length)
  directory.writeUInt32BE(TRUETYPE, 0)
  directory.writeUInt16BE(sorted.length, 4)
  const bodies: Buffer[] = []
  let offset = directory.length
  for (const [index, [tag, bytes]] of sorted.entries()) {
    const at = 12 + 16 * index
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc(-bytes.length & 3)
    bodies.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat([directory, ...bodies])
}
