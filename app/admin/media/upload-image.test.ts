import { expect, test } from 'vitest'
import {
  canTryAgain,
  describeUploadError,
  requireUploadable,
  UploadError,
} from '#app/admin/media/upload-image.ts'
import { NoResponseError } from '#app/browser-fetch.ts'

const words = (error: unknown) => {
  const { title, description } = describeUploadError(error)
  return [title, description]
}

test.each([
  ['text/plain', 10, ['Invalid file type', 'Please select an image file']],
  ['', 10, ['Invalid file type', 'Please select an image file']],
  ['image/png', 5 * 1024 * 1024 + 1, ['File too large', 'Please select an image smaller than 5MB']],
])('a file of type %j with %d bytes is refused before it is sent', (type, size, expected) => {
  const file = new File([new Uint8Array(size)], 'a.png', { type })
  try {
    requireUploadable(file)
    expect.unreachable()
  } catch (error) {
    expect(words(error)).toEqual(expected)
    expect(canTryAgain(error)).toBe(false)
  }
})

test('five megabytes are not too large', () => {
  requireUploadable(new File([new Uint8Array(5 * 1024 * 1024)], 'a.png', { type: 'image/png' }))
})

test('an unknown error has a general description', () => {
  expect(words(new Error('x'))).toEqual(['Upload failed', 'Failed to upload image. Please try again.'])
  expect(words(new UploadError('InternalError', 500))).toEqual(words(new Error('x')))
})

test.each([
  ['a broken file or a bomb', new UploadError('InvalidMimeType', 415), /broken, too large in pixels/, false],
  ['too many uploads', new UploadError('SlowDown', 429), /Too many uploads/, true],
  ['a lost line', new NoResponseError('The server cannot be reached'), /Nothing is lost/, true],
  ['a database that is away', new UploadError('DatabaseTimeout', 503), /Nothing is lost/, true],
  ['a full disk', new UploadError('InsufficientStorage', 507), /disk of the server is full/, true],
  ['a missing right', new UploadError('AccessDenied', 403), /not allowed/, true],
])('%s is explained', (_, error, expected, again) => {
  expect(words(error)[1]).toMatch(expected)
  expect(canTryAgain(error)).toBe(again)
})
