import { expect, test } from 'vitest'
import { readCopyright } from '#server/platform/images/pixels/clean-image.ts'
import { inspectImage, photograph } from '../../../../tests/support/images.ts'

/** EXIF data with one entry. */
function exif({
  order = 'II',
  tag = 0x8298,
  type = 2,
  length = 5,
  offset = 26,
  text = 'Nora\0',
  entries = 1,
} = {}): Buffer {
  const data = Buffer.alloc(26)
  const isLittle = order === 'II'
  const write16 = (value: number, at: number) =>
    isLittle ? data.writeUInt16LE(value, at) : data.writeUInt16BE(value, at)
  const write32 = (value: number, at: number) =>
    isLittle ? data.writeUInt32LE(value, at) : data.writeUInt32BE(value, at)
  data.write(order, 0, 'latin1')
  write16(42, 2)
  write32(8, 4)
  write16(entries, 8)
  write16(tag, 10)
  write16(type, 12)
  write32(length, 14)
  write32(offset, 18)
  return Buffer.concat([data, Buffer.from(text)])
}

test.each(['II', 'MM'])('the copyright notice is read in byte order %s', (order) => {
  expect(readCopyright(exif({ order }))).toBe('Nora')
  expect(readCopyright(Buffer.concat([Buffer.from('Exif\0\0'), exif({ order })]))).toBe('Nora')
})

test('the notices of photographer and editor stand side by side, without control characters', () => {
  const text = 'Nora\0Ed\u0007itor\u202e\0'
  expect(readCopyright(exif({ text, length: Buffer.byteLength(text) }))).toBe('Nora Editor')
})

test('the notice of a photograph is found', async () => {
  const { exif: data } = await inspectImage(await photograph({ copyright: 'Agency / Nora' }))
  expect(readCopyright(data)).toBe('Agency / Nora')
})

test.each([
  ['another tag', { tag: 0x010f }],
  ['another type', { type: 3 }],
  ['an empty text', { text: '\0\0\0\0\0' }],
  ['a place outside', { offset: 4_000_000_000 }],
  ['another byte order', { order: 'XX' }],
])('%s is no notice', (_, change) => {
  expect(readCopyright(exif(change))).toBeNull()
})

test('whatever the data claim, nothing outside them is read', () => {
  expect(readCopyright(exif({ length: 4_294_967_295 }))).toBe('Nora')
  expect(readCopyright(exif({ entries: 65_535, tag: 1 }))).toBeNull()
  const whole = exif()
  for (let length = 0; length < whole.length; length += 1) {
    expect(() => readCopyright(whole.subarray(0, length))).not.toThrow()
  }
  for (let at = 0; at < whole.length; at += 1) {
    const damaged = Buffer.from(whole)
    damaged[at] = 0xff
    expect(() => readCopyright(damaged)).not.toThrow()
  }
  expect(readCopyright(undefined)).toBeNull()
})
