import { expect, test } from 'vitest'
import { joinMp3 } from '#server/platform/audio/join-mp3.ts'
import { isSilent, readMp3Frames, secondsOf, UnusableAudio } from '#server/platform/audio/mp3-frames.ts'
import { describingFrame, SECONDS_PER_FRAME, spokenMp3, toneMp3 } from '../../../tests/mocks/tone-mp3.ts'

const FACTS = {
  title: 'Über den Hafen',
  artist: 'AI Watch',
  language: 'deu',
  comment: 'A machine reads this text.',
  more: [['digital', 'source']] as const,
  chapters: [
    { title: 'One', part: 0 },
    { title: 'Two', part: 1 },
  ],
}

test('frames are read without the tags and the frame that describes the stream', () => {
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\x05hello', 'latin1')
  const old = Buffer.alloc(128)
  old.write('TAG')
  const tone = toneMp3(1)
  const frames = readMp3Frames(Buffer.concat([tag, describingFrame(), tone, old]))
  expect(Buffer.from(frames.bytes).equals(tone)).toBe(true)
  expect(frames).toMatchObject({ version: 2, samplesPerSecond: 24_000, isMono: true, samplesPerFrame: 576 })
  expect(secondsOf(frames)).toBeCloseTo(1, 1)
})

test('sounds are joined frame by frame, and their length is known to the sample', () => {
  const sounds = [toneMp3(1), toneMp3(2, 880)].map(readMp3Frames)
  const joined = joinMp3(sounds, FACTS)
  expect(joined.parts.map(({ start }) => start)).toEqual([0, expect.closeTo(1.008, 6)])
  expect(joined.seconds).toBeCloseTo(1.008 + Math.round(2 / SECONDS_PER_FRAME) * SECONDS_PER_FRAME, 6)
  // The joined file is one stream again, of the same frames.
  const whole = readMp3Frames(joined.bytes)
  expect(secondsOf(whole)).toBeCloseTo(joined.seconds, 6)
  for (const [index, { offset, length }] of joined.parts.entries())
    expect(
      joined.bytes.subarray(offset, offset + length).equals(Buffer.from(sounds[index]?.bytes ?? [])),
    ).toBe(true)
  const text = joined.bytes.toString('utf8')
  for (const said of ['Über den Hafen', 'A machine reads this text.', 'CHAP', 'CTOC', 'One', 'Two', 'Info'])
    expect(text).toContain(said)
})

/** Reads the frame that describes a stream, and where a player begins that takes a hundredth of it from its table. */
function describedIn(file: Buffer) {
  const { bytes, offsets } = readMp3Frames(file)
  const at = ['Xing', 'Info'].map((mark) => file.indexOf(mark)).find((found) => found >= 0) ?? expect.fail()
  const [flags, frames, size] = [4, 8, 12].map((place) => file.readUInt32BE(at + place)) as [
    number,
    number,
    number,
  ]
  const begin = at - 4 - 9
  const first = file.length - bytes.length - begin
  const marks = Array.from(
    { length: 100 },
    (_, mark) => (file.readUInt8(at + 16 + mark) / 256) * size - first,
  )
  const times = marks.map(
    (place) =>
      Math.max(
        0,
        offsets.findLastIndex((offset) => offset <= place),
      ) / offsets.length,
  )
  return {
    mark: file.toString('latin1', at, at + 4),
    flags,
    frames,
    size,
    count: offsets.length,
    begin,
    times,
  }
}

test.each<['Xing' | 'Info', string, Buffer[]]>([
  ['Info', 'one bit rate', [toneMp3(20), toneMp3(40, 880)]],
  ['Xing', 'two bit rates', [toneMp3(20, 440, 32), toneMp3(40, 880)]],
  ['Xing', 'a bit rate that varies', [Buffer.concat([toneMp3(9), toneMp3(41, 440, 32), toneMp3(9)])]],
])('a player that reads %s finds every place in sounds of %s', (mark, _what, sounds) => {
  const { bytes } = joinMp3(sounds.map(readMp3Frames), { ...FACTS, chapters: [] })
  const found = describedIn(bytes)
  expect(found).toMatchObject({ mark, flags: 7, frames: found.count, size: bytes.length - found.begin })
  // The table is as precise as a 256th of the file: at half the bit rate that is twice as long.
  for (const [hundredth, time] of found.times.entries())
    expect(Math.abs(time - hundredth / 100)).toBeLessThan(2 / 256 + 1 / found.count)
})

test('sounds of different kinds are not joined', () => {
  const mono = readMp3Frames(toneMp3(1))
  expect(() => joinMp3([mono, { ...mono, samplesPerSecond: 22_050 }], FACTS)).toThrow(UnusableAudio)
  expect(() => joinMp3([], FACTS)).toThrow(UnusableAudio)
})

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', Buffer.alloc(0), /no sound/],
  ['a page', Buffer.from('<!doctype html><p>Not found</p>'), /no MP3/],
  ['Ogg', Buffer.from('OggS\0\x02aaaaaaaaaaaaaaaaaaaaaaaa'), /no MP3/],
  ['WAV', Buffer.from('RIFF$\0\0\0WAVEfmt aaaaaaaaaaaaaaaaa'), /no MP3/],
  ['AAC in ADTS', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0x1f, 0xfc, 0]), /no MP3/],
  ['a tag alone', Buffer.from('ID3\x04\0\0\0\0\0\x05hello', 'latin1'), /no sound/],
  ['a tag that is longer than the file', Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), /no sound/],
  ['a description alone', describingFrame(), /no sound/],
  ['half a frame at the end', toneMp3(1).subarray(0, -10), /end is missing/],
  ['words between the frames', Buffer.concat([toneMp3(1), Buffer.from('hello'), toneMp3(1)]), /damaged/],
  ['zeros', Buffer.alloc(5_000), /no MP3/],
])('%s is refused', (_what, bytes, problem) => {
  expect(() => readMp3Frames(bytes)).toThrow(problem)
})

test('silence is told from sound', () => {
  const frame = toneMp3(1).subarray(0, 192)
  expect(isSilent(readMp3Frames(Buffer.concat([frame, frame, frame])))).toBe(true)
  expect(isSilent(readMp3Frames(spokenMp3('Good morning.')))).toBe(false)
})
