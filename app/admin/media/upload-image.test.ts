import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  canTryAgain,
  describeUploadError,
  requireUploadable,
  UploadError,
  untilTaken,
} from '#app/admin/media/upload-image.ts'
import { NoResponseError, rememberRetryAfter } from '#app/browser-fetch.ts'

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
  [
    'a used-up budget',
    new UploadError('QuotaExceeded', 413),
    /as much today as one person may.*Try again tomorrow/,
    true,
  ],
  ['a missing right', new UploadError('AccessDenied', 403), /not allowed/, true],
])('%s is explained', (_, error, expected, again) => {
  expect(words(error)[1]).toMatch(expected)
  expect(canTryAgain(error)).toBe(again)
})

describe('when the server is busy', () => {
  const BUSY = new UploadError('SlowDown', 429)
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    rememberRetryAfter(new Response(null, { status: 429 }))
    vi.useRealTimers()
  })

  /** Refuses a file this often. */
  function aBusyServer(times: number, retryAfter: string) {
    let calls = 0
    const send = async () => {
      calls += 1
      if (calls > times) return
      rememberRetryAfter(new Response(null, { status: 429, headers: { 'retry-after': retryAfter } }))
      throw BUSY
    }
    return { send, calls: () => calls }
  }

  test('a file is sent again when it says so, and the page says when', async () => {
    const { send, calls } = aBusyServer(2, '3')
    const waits: number[] = []
    const taken = untilTaken(send, { onWait: (seconds) => waits.push(seconds) })
    await vi.advanceTimersByTimeAsync(2999)
    expect([calls(), waits]).toEqual([1, [3]])
    await vi.advanceTimersByTimeAsync(3001)
    await taken
    expect([calls(), waits]).toEqual([3, [3, 3]])
  })

  test('a long wait is left to the editor, and told in words', async () => {
    const { send, calls } = aBusyServer(9, '240')
    await expect(untilTaken(send, {})).rejects.toBe(BUSY)
    expect(calls()).toBe(1)
    expect(words(BUSY)).toEqual(['Upload failed', 'Too many attempts. Please try again in 4 minutes.'])
  })

  test('it is given up after three more tries, or when the editor cancels', async () => {
    const stubborn = aBusyServer(9, '1')
    const given = expect(untilTaken(stubborn.send, {})).rejects.toBe(BUSY)
    await vi.advanceTimersByTimeAsync(60_000)
    await given
    expect(stubborn.calls()).toBe(4)

    const cancelled = aBusyServer(9, '5')
    const controller = new AbortController()
    const upload = expect(untilTaken(cancelled.send, { signal: controller.signal })).rejects.toBe('cancelled')
    await vi.advanceTimersByTimeAsync(1000)
    controller.abort('cancelled')
    await upload
    await vi.advanceTimersByTimeAsync(60_000)
    expect(cancelled.calls()).toBe(1)
  })

  test('any other error is not tried again', async () => {
    const send = vi.fn(async () => {
      throw new UploadError('DatabaseTimeout', 503)
    })
    await expect(untilTaken(send, {})).rejects.toThrow('DatabaseTimeout')
    expect(send).toHaveBeenCalledOnce()
  })
})
