/** Reads big-endian numbers one after the other. */
class Reader {
  #at = 0
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  uint8(): number {
    return this.bytes.readUInt8(this.#at++)
  }
  int16(): number {
    this.#at += 2
    return this.bytes.readInt16BE(this.#at - 2)
  }
  uint16(): number {
    this.#at += 2
    return this.bytes.readUInt16BE(this.#at - 2)
  }
  take(length: number): Buffer {
    this.#at += length
    return this.bytes.subarray(this.#at - length, this.#at)
  }
  /** The format's 255UInt16. */
  packed(): number {
    const code = this.uint8()
    if (code === 253) return this.uint16()
    if (code === 254) return this.uint8() + 506
    return code === 255 ? this.uint8() + 253 : code
  }
}

interface Point {
  x: number
  y: number
  onCurve: boolean
}

const STREAMS = ['contours', 'points', 'flags', 'glyphs', 'composites', 'boxes', 'instructions'] as const
type Streams = Record<(typeof STREAMS)[number], Reader>

/** Undoes the transformation of WOFF2 section 5.1: the tables `glyf` and `loca`, and no curve changed. */
export function restoreGlyphs(transformed: Buffer): Map<'glyf' | 'loca', Buffer> {
  const header = new Reader(transformed.subarray(4))
  const count = header.uint16()
  const longOffsets = header.uint16() === 1
  let at = 36
  const cut = (index: number) => {
    const length = transformed.readUInt32BE(8 + 4 * index)
    at += length
    return new Reader(transformed.subarray(at - length, at))
  }
  const streams = Object.fromEntries(STREAMS.map((name, index) => [name, cut(index)])) as Streams
  const boxBits = streams.boxes.take(4 * ((count + 31) >> 5))

  const glyphs: Buffer[] = []
  const offsets = [0]
  for (let index = 0; index < count; index++) {
    const hasBox = ((boxBits[index >> 3] ?? 0) & (128 >> (index & 7))) !== 0
    const glyph = restoreGlyph(streams, hasBox)
    const padded = Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)])
    glyphs.push(padded)
    offsets.push((offsets.at(-1) ?? 0) + padded.length)
  }
  const loca = Buffer.alloc(offsets.length * (longOffsets ? 4 : 2))
  for (const [index, offset] of offsets.entries()) {
    if (longOffsets) loca.writeUInt32BE(offset, 4 * index)
    else loca.writeUInt16BE(offset / 2, 2 * index)
  }
  return new Map([
    ['glyf', Buffer.concat(glyphs)],
    ['loca', loca],
  ])
}

function restoreGlyph(streams: Streams, hasBox: boolean): Buffer {
  const contours = streams.contours.int16()
  if (contours === 0) return Buffer.alloc(0)
  if (contours < 0) {
    const { components, instructed } = takeComponents(streams.composites)
    const box = streams.boxes.take(8)
    const instructions = instructed ? takeInstructions(streams) : []
    return Buffer.concat([int16s([contours]), box, components, ...instructions])
  }
  const ends: number[] = []
  for (let index = 0; index < contours; index++) ends.push((ends.at(-1) ?? -1) + streams.points.packed())
  const points = takePoints(streams, (ends.at(-1) ?? -1) + 1)
  const box = hasBox ? streams.boxes.take(8) : int16s(boxOf(points))
  return Buffer.concat([
    int16s([contours]),
    box,
    int16s(ends),
    ...takeInstructions(streams),
    // Two bytes for every coordinate: larger than need be, and plain.
    Buffer.from(points.map(({ onCurve }) => (onCurve ? 1 : 0))),
    int16s(steps(points.map(({ x }) => x))),
    int16s(steps(points.map(({ y }) => y))),
  ])
}

/** The table of section 5.2: how many bits of each coordinate a flag promises, and what is added to them. */
function takePoints({ flags, glyphs }: Streams, count: number): Point[] {
  const points: Point[] = []
  let x = 0
  let y = 0
  while (points.length < count) {
    const byte = flags.uint8()
    const flag = byte & 127
    const signed = (bit: number, size: number) => (flag & bit ? size : -size)
    if (flag < 10) y += signed(1, ((flag & 14) << 7) + glyphs.uint8())
    else if (flag < 20) x += signed(1, (((flag - 10) & 14) << 7) + glyphs.uint8())
    else if (flag < 84) {
      const base = flag - 20
      const both = glyphs.uint8()
      x += signed(1, 1 + (base & 48) + (both >> 4))
      y += signed(2, 1 + ((base & 12) << 2) + (both & 15))
    } else if (flag < 120) {
      const base = flag - 84
      x += signed(1, 1 + (Math.floor(base / 12) << 8) + glyphs.uint8())
      y += signed(2, 1 + (((base % 12) >> 2) << 8) + glyphs.uint8())
    } else if (flag < 124) {
      const [a = 0, b = 0, c = 0] = glyphs.take(3)
      x += signed(1, (a << 4) + (b >> 4))
      y += signed(2, ((b & 15) << 8) + c)
    } else {
      x += signed(1, glyphs.uint16())
      y += signed(2, glyphs.uint16())
    }
    points.push({ x, y, onCurve: byte < 128 })
  }
  return points
}

/** The parts of a composite glyph as they stand, and whether instructions follow. */
function takeComponents(stream: Reader): { components: Buffer; instructed: boolean } {
  const parts: Buffer[] = []
  let flags: number
  let instructed = false
  do {
    flags = stream.uint16()
    const scale = flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    parts.push(int16s([flags]), stream.take(2 + (flags & 0x1 ? 4 : 2) + scale))
    instructed ||= (flags & 0x100) !== 0
  } while (flags & 0x20)
  return { components: Buffer.concat(parts), instructed }
}

function takeInstructions({ glyphs, instructions }: Streams): Buffer[] {
  const length = glyphs.packed()
  return [int16s([length]), instructions.take(length)]
}

function boxOf(points: readonly Point[]): number[] {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function steps(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0))
}

function int16s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index)
  return bytes
}
