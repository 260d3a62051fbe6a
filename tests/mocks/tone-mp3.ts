/** The sampling rate, and the samples of a frame of MPEG 2. */
const [RATE, SAMPLES] = [24_000, 576]
/** Mono, without a checksum. */
const HEADERS = { 32: [0xff, 0xf3, 0x44, 0xc4], 64: [0xff, 0xf3, 0x84, 0xc4] } as const
const lengthOfFrame = (kilobits: number) => (72_000 * kilobits) / RATE
const LINES = 576

export const SECONDS_PER_FRAME = SAMPLES / RATE

/**
 * A real MP3 of a tone, without an encoder: each frame has one line of the spectrum that is not zero, coded with the first Huffman table
 * (ISO/IEC 11172-3, annex B, table B.7).
 */
export function toneMp3(seconds: number, hertz = 440, kilobits: 32 | 64 = 64): Buffer {
  const line = Math.min(Math.round((hertz * 2 * LINES) / RATE), 200)
  // A frame that is the same as the one before would be silence for code that compares bytes alone.
  const count = Math.max(2, Math.round(seconds / SECONDS_PER_FRAME))
  const pair = Buffer.concat([toneFrame(line, true, kilobits), toneFrame(line, false, kilobits)])
  return Buffer.alloc(count * lengthOfFrame(kilobits), pair)
}

/** A sound as long as a person would take to read a text. */
export function spokenMp3(text: string, charactersPerSecond = 15): Buffer {
  const words = text.split(/\s+/).filter(Boolean)
  return Buffer.concat(
    words.map((word) =>
      toneMp3((word.length + 1) / charactersPerSecond, 200 + (word.charCodeAt(0) % 40) * 10),
    ),
  )
}

/** A first frame that describes the stream, as LAME writes it. */
export function describingFrame(): Buffer {
  const frame = Buffer.alloc(lengthOfFrame(64))
  frame.set(HEADERS[64])
  frame.write('Info', 4 + 9, 'latin1')
  return frame
}

function toneFrame(line: number, isPositive: boolean, kilobits: 32 | 64): Buffer {
  const header = HEADERS[kilobits]
  const pairs = Math.floor(line / 2) + 1
  // Each pair of zeros is the bit 1; the last pair has a one in its second or its first place, and its sign.
  const last = `${line % 2 === 1 ? '001' : '01'}${isPositive ? '0' : '1'}`
  const spectrum = '1'.repeat(pairs - 1) + last
  const number = (value: number, width: number) => value.toString(2).padStart(width, '0')
  const sideInformation = [
    // The sound begins in this frame.
    number(0, 8),
    '0',
    number(spectrum.length, 12),
    number(pairs, 9),
    // The volume.
    number(190, 8),
    number(0, 9),
    '0',
    // The first table for all three regions.
    number(1, 5).repeat(3),
    number(0, 4),
    number(0, 3),
    '0',
    '0',
  ].join('')
  const bits = (sideInformation + spectrum).padEnd((lengthOfFrame(kilobits) - header.length) * 8, '0')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from([...header, ...bytes.map((byte) => Number.parseInt(byte, 2))])
}
