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
  // The header has no checksum, and a rate at which the frame has room for it: 64 kbit/s of MPEG 1 at 44.1 kHz, or of MPEG 2, are 192 bytes
  // or more.
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

/** The metadata of a sound in its file. */
interface SoundFacts {
  title: string
  artist: string
  /** Three letters, as ISO 639-2 has them. */
  language: string
  comment: string
  /** Fields with a name of their own. */
  more: readonly (readonly [name: string, value: string])[]
  chapters: readonly { title: string; start: number; end: number }[]
}

const UTF_8 = 3
const UNKNOWN_OFFSET = Buffer.alloc(8, 0xff)

/** A tag for the beginning of an MP3 file (https://id3.org/id3v2.4.0-frames, and https://id3.org/id3v2-chapters-1.0). */
function writeId3Tag({ title, artist, language, comment, more, chapters }: SoundFacts): Buffer {
  const frames = [
    frame('TIT2', text(title)),
    frame('TPE1', text(artist)),
    frame('TLAN', text(language)),
    frame(
      'COMM',
      Buffer.concat([Buffer.of(UTF_8), Buffer.from(`${language}\0`, 'latin1'), Buffer.from(comment)]),
    ),
    ...more.map(([name, value]) =>
      frame('TXXX', Buffer.concat([text(name), Buffer.of(0), Buffer.from(value)])),
    ),
    ...(chapters.length > 0 ? [tableOfContents(chapters.length), ...chapters.map(chapterFrame)] : []),
  ]
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncsafe(body.length), body])
}

const idOf = (index: number) => Buffer.from(`chapter-${index + 1}\0`, 'latin1')

/** A list of 255 at most, in order and at the top. */
function tableOfContents(count: number): Buffer {
  const ids = Array.from({ length: count }, (_, index) => idOf(index))
  return frame('CTOC', Buffer.concat([Buffer.from('contents\0', 'latin1'), Buffer.of(3, count), ...ids]))
}

function chapterFrame({ title, start, end }: SoundFacts['chapters'][number], index: number): Buffer {
  const times = Buffer.alloc(8)
  times.writeUInt32BE(Math.round(start * 1000), 0)
  times.writeUInt32BE(Math.round(end * 1000), 4)
  return frame('CHAP', Buffer.concat([idOf(index), times, UNKNOWN_OFFSET, frame('TIT2', text(title))]))
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(UTF_8), Buffer.from(value)])

function frame(id: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), syncsafe(body.length), Buffer.alloc(2), body])
}

/** Seven bits in each byte, so that no part of a tag looks like the beginning of a frame. */
function syncsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))
}
