import { type SoundFacts, writeId3Tag } from '#server/platform/audio/id3-tag.ts'
import {
  isOfOneBitRate,
  isSameKind,
  lengthOfSideInformation,
  type Mp3Frames,
  secondsOf,
  UnusableAudio,
} from '#server/platform/audio/mp3-frames.ts'

export interface JoinedSound {
  bytes: Buffer
  seconds: number
  /** The start of each part in seconds, and the bytes of its frames in the file. */
  parts: { start: number; offset: number; length: number }[]
}

/**
 * Joins sounds into one MP3 file. Encoders begin each of them with a frame that needs none before it, so that frames of one kind can follow
 * those of another stream without being decoded.
 * @throws UnusableAudio when their sampling rates or channels differ
 */
export function joinMp3(
  sounds: readonly Mp3Frames[],
  facts: Omit<SoundFacts, 'chapters'> & { chapters: readonly { title: string; part: number }[] },
): JoinedSound {
  const [first] = sounds
  if (!first) throw new UnusableAudio('it has no sound.')
  if (!sounds.every((sound) => isSameKind(sound, first)))
    throw new UnusableAudio('its sampling rate differs from that of other paragraphs.')
  // The beginnings of the parts, and the end.
  const times = [0]
  for (const sound of sounds) times.push((times.at(-1) ?? 0) + secondsOf(sound))
  const timeOf = (part: number) => times[part] ?? 0
  const seconds = timeOf(sounds.length)
  const chapters = facts.chapters.map(({ title, part }, index) => {
    const next = facts.chapters[index + 1]
    return { title, start: timeOf(part), end: next ? timeOf(next.part) : seconds }
  })
  const tag = writeId3Tag({ ...facts, chapters })
  const description = describeStream(sounds, first)
  const parts: JoinedSound['parts'] = []
  let offset = tag.length + description.length
  for (const [index, { bytes }] of sounds.entries()) {
    parts.push({ start: timeOf(index), offset, length: bytes.length })
    offset += bytes.length
  }
  return { bytes: Buffer.concat([tag, description, ...sounds.map(({ bytes }) => bytes)]), seconds, parts }
}

const MARKS = 100
const HAS_FRAMES_BYTES_AND_MARKS = 7

/**
 * A first frame without sound that contains the length of the stream and the beginning of each hundredth of it, so that players know both
 * before they have the whole file, whatever its bit rates are. It is the header of Xing, which LAME calls Info where the bit rate is
 * constant, because programs then reckon a place from the rate alone, and would miss it in any other stream.
 */
function describeStream(sounds: readonly Mp3Frames[], kind: Mp3Frames): Buffer {
  const header = Buffer.from(kind.bytes.subarray(0, 4))
  // Without a checksum, and of a rate at which the frame has room for it: 64 kbit/s of MPEG 1 at 44.1 kHz, or of MPEG 2, are 192 bytes or more.
  header.writeUInt8(header.readUInt8(1) | 1, 1)
  const kilobits = kind.version === 1 ? 128 : 64
  header.writeUInt8((kind.version === 1 ? 0x90 : 0x80) | (header.readUInt8(2) & 0x0c), 2)
  const length = Math.floor(((kind.samplesPerFrame / 8) * kilobits * 1000) / kind.samplesPerSecond)
  const frame = Buffer.alloc(length)
  header.copy(frame)
  const at = 4 + lengthOfSideInformation(kind)
  const starts: number[] = []
  let size = 0
  for (const { bytes, offsets } of sounds) {
    for (const offset of offsets) starts.push(size + offset)
    size += bytes.length
  }
  frame.write(isOfOneBitRate(sounds) ? 'Info' : 'Xing', at, 'latin1')
  frame.writeUInt32BE(HAS_FRAMES_BYTES_AND_MARKS, at + 4)
  frame.writeUInt32BE(starts.length, at + 8)
  frame.writeUInt32BE(length + size, at + 12)
  for (let mark = 0; mark < MARKS; mark++) {
    const start = starts[Math.floor((mark * starts.length) / MARKS)] ?? 0
    frame.writeUInt8(Math.floor(((length + start) * 256) / (length + size)), at + 16 + mark)
  }
  return frame
}
