/** The metadata of a sound in its file. */
export interface SoundFacts {
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
export function writeId3Tag({ title, artist, language, comment, more, chapters }: SoundFacts): Buffer {
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
