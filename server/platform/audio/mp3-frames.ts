/** The first four bytes of a frame (ISO/IEC 11172-3, section 2.4.1.3, and 13818-3 for the lower sampling rates). */
interface FrameHeader {
  /** MPEG 1, 2 or 2.5. */
  version: 1 | 2 | 2.5
  samplesPerSecond: number
  isMono: boolean
  /** The length of the whole frame, in bytes. */
  length: number
}

/** Frames of one stream, without the data around them. */
export interface Mp3Frames {
  /** The frames one after the other. */
  bytes: Uint8Array
  /** Samples of each channel in each frame. */
  samplesPerFrame: number
  samplesPerSecond: number
  isMono: boolean
  version: FrameHeader['version']
  /** The offset of each frame in `bytes`. */
  offsets: number[]
}

const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLING_RATES = [44_100, 48_000, 32_000]

/** The most bytes of a second, at the highest bit rate. */
export const MOST_BYTES_PER_SECOND = 40_000

/** The reason why bytes are not a usable sound, in words that end a sentence. */
export class UnusableAudio extends Error {
  override name = 'UnusableAudio'
}

/**
 * The frames of an MP3 file. Its tags, and a frame that only describes the stream, are left out.
 * @throws UnusableAudio when anything in it is not a frame, or its frames cannot follow each other
 */
export function readMp3Frames(file: Uint8Array): Mp3Frames {
  const end = endOfFrames(file)
  const begin = lengthOfId3v2(file)
  const first = readHeader(file, begin)
  if (!first) throw new UnusableAudio(begin < end ? 'it is no MP3.' : 'it has no sound.')
  const start = isDescription(file, begin, first) ? begin + first.length : begin
  const offsets: number[] = []
  for (let at = start; at < end; ) {
    const header = readHeader(file, at)
    if (!header) throw new UnusableAudio('it is damaged, or no MP3.')
    if (at + header.length > end) throw new UnusableAudio('its end is missing.')
    if (!isSameKind(header, first)) throw new UnusableAudio('its sampling rate changes.')
    offsets.push(at - start)
    at += header.length
  }
  if (offsets.length === 0) throw new UnusableAudio('it has no sound.')
  const { version, samplesPerSecond, isMono } = first
  const bytes = file.subarray(start, end)
  return { bytes, version, samplesPerSecond, isMono, samplesPerFrame: version === 1 ? 1152 : 576, offsets }
}

/** The duration of the frames, in seconds. */
export function secondsOf({ offsets, samplesPerFrame, samplesPerSecond }: Mp3Frames): number {
  return (offsets.length * samplesPerFrame) / samplesPerSecond
}

/** Returns true if all frames have one bit rate. Their sizes may differ by a byte even so, which evens out the rate. */
export function isOfOneBitRate(sounds: readonly Pick<Mp3Frames, 'bytes' | 'offsets'>[]): boolean {
  const rates = sounds.flatMap(({ bytes, offsets }) => offsets.map((offset) => (bytes[offset + 2] ?? 0) >> 4))
  return rates.every((rate) => rate === rates[0])
}

/** Returns true if frames of both kinds can follow each other in one stream. */
export function isSameKind(
  one: Pick<Mp3Frames, 'version' | 'samplesPerSecond' | 'isMono'>,
  other: Pick<Mp3Frames, 'version' | 'samplesPerSecond' | 'isMono'>,
): boolean {
  return (
    one.version === other.version &&
    one.samplesPerSecond === other.samplesPerSecond &&
    one.isMono === other.isMono
  )
}

/** The length of the side information, which follows the header and its checksum (section 2.4.1.7). */
export function lengthOfSideInformation({ version, isMono }: Pick<Mp3Frames, 'version' | 'isMono'>): number {
  return version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
}

/** Returns true if no frame has any sound: the bytes after the headers are the same in all of them. */
export function isSilent({ bytes, offsets }: Mp3Frames): boolean {
  const bodyOf = (index: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset).subarray(
      (offsets[index] ?? 0) + 4,
      offsets[index + 1] ?? bytes.length,
    )
  const first = bodyOf(0)
  return offsets.every((_, index) => bodyOf(index).equals(first))
}

function readHeader(file: Uint8Array, at: number): FrameHeader | null {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = file.subarray(at, at + 4)
  // Eleven bits set, a version that is not reserved, and layer III.
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || (kind & 0x18) === 0x08) return null
  const version = (kind & 0x18) === 0x18 ? 1 : (kind & 0x18) === 0x10 ? 2 : 2.5
  const kilobits = (version === 1 ? BITRATES_1 : BITRATES_2)[rates >> 4]
  const samplesPerSecond =
    (SAMPLING_RATES[(rates >> 2) & 3] ?? 0) / (version === 1 ? 1 : version === 2 ? 2 : 4)
  if (!kilobits || !samplesPerSecond) return null
  const padding = (rates >> 1) & 1
  const length = Math.floor(((version === 1 ? 144_000 : 72_000) * kilobits) / samplesPerSecond) + padding
  return { version, samplesPerSecond, isMono: mode >> 6 === 3, length }
}

/** Encoders put the length of a stream into a first frame without sound, which would be wrong in a longer one. */
function isDescription(file: Uint8Array, at: number, header: FrameHeader): boolean {
  const frame = Buffer.from(file.subarray(at, at + header.length))
  const mark = (offset: number) => frame.toString('latin1', offset, offset + 4)
  return ['Xing', 'Info'].includes(mark(4 + lengthOfSideInformation(header))) || mark(36) === 'VBRI'
}

/** The length of the tag at the beginning, in which each byte has seven bits of it (ID3v2.4.0, section 3.1). */
function lengthOfId3v2(file: Uint8Array): number {
  if (Buffer.from(file.subarray(0, 3)).toString('latin1') !== 'ID3') return 0
  const size = file.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  const hasFooter = ((file[5] ?? 0) & 0x10) !== 0
  return 10 + size + (hasFooter ? 10 : 0)
}

/** An old tag has the last 128 bytes. */
function endOfFrames(file: Uint8Array): number {
  const tag = file.subarray(-128, -125)
  return Buffer.from(tag).toString('latin1') === 'TAG' ? file.length - 128 : file.length
}
