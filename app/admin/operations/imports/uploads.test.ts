import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFileProblem, type PartStore, uploadParts } from '#app/admin/operations/imports/uploads.ts'
import { NoResponseError } from '#app/browser-fetch.ts'
import { IMPORT_PART_BYTES } from '#core/domain/site-import.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Two whole parts, and one of five bytes. */
const FILE = new File([new Uint8Array(2 * IMPORT_PART_BYTES + 5)], 'export.zip')

/** A server that has some parts, and answers the next requests with these errors before it takes any. */
function startServer({ has = [], failures = [] }: { has?: number[]; failures?: unknown[] } = {}) {
  const sizes = new Map(has.map((part) => [part, 0]))
  const store: PartStore = {
    list: async () => new Set(sizes.keys()),
    async put(part, content, onProgress) {
      if (failures.length > 0) throw failures.shift()
      onProgress(0.5)
      sizes.set(part, content.size)
    },
  }
  return { sizes, store }
}

function follow() {
  const controller = new AbortController()
  const sent: number[] = []
  const waits: number[] = []
  return {
    controller,
    sent,
    waits,
    options: {
      signal: controller.signal,
      onProgress: (bytes: number) => void sent.push(bytes),
      onWait: (seconds: number) => void waits.push(seconds),
    },
  }
}

test('sends a file in parts, and says how much of it is there', async () => {
  const { sizes, store } = startServer()
  const { sent, options } = follow()
  await uploadParts(FILE, store, options)
  expect([...sizes]).toEqual([
    [0, IMPORT_PART_BYTES],
    [1, IMPORT_PART_BYTES],
    [2, 5],
  ])
  expect(sent).toEqual(sent.toSorted((a, b) => a - b))
  expect(sent.at(-1)).toBe(FILE.size)
})

test('goes on at the first part that is missing', async () => {
  const { sizes, store } = startServer({ has: [0, 2] })
  const { sent, options } = follow()
  await uploadParts(FILE, store, options)
  expect([...sizes.keys()]).toEqual([0, 2, 1])
  expect(sent[0]).toBe(IMPORT_PART_BYTES)
})

test('sends a part again while the server is away, and gives up in the end', async () => {
  const away = new NoResponseError('away')
  const some = startServer({ failures: [away, away] })
  const { waits, options } = follow()
  const done = uploadParts(FILE, some.store, options)
  await vi.advanceTimersByTimeAsync(10_000)
  await done
  expect(waits).toEqual([1, 2])
  expect(some.sizes.size).toBe(3)

  const many = startServer({ failures: [away, away, away, away] })
  const failed = expect(uploadParts(FILE, many.store, follow().options)).rejects.toBe(away)
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
})

test('what the server refuses is not sent again', async () => {
  const refusal = { status: 400, code: 'AccessDenied' }
  const { waits, options } = follow()
  await expect(uploadParts(FILE, startServer({ failures: [refusal] }).store, options)).rejects.toBe(refusal)
  expect(waits).toEqual([])
})

test('a stopped upload ends before the next part, also while it waits', async () => {
  const { sizes, store } = startServer({ failures: [new NoResponseError('away')] })
  const { controller, options } = follow()
  const stopped = expect(uploadParts(FILE, store, options)).rejects.toThrow('stopped by the editor')
  await vi.advanceTimersByTimeAsync(500)
  controller.abort(new Error('stopped by the editor'))
  await stopped
  expect(sizes.size).toBe(0)
})

test('says of a file why it cannot be imported, before any of it is sent', async () => {
  expect(await findFileProblem(FILE)).toBeNull()
  expect(await findFileProblem(new File(['# Hello'], 'HELLO.MD'))).toBeNull()
  expect(await findFileProblem(new File([''], 'export.json'))).toBe('empty')
  expect(await findFileProblem(new File(['x'], 'photo.jpeg'))).toBe('kind')
  expect(await findFileProblem(new File(['x'], 'zip'))).toBe('kind')
  const large = Object.defineProperty(new File(['x'], 'export.zip'), 'size', { value: 2 ** 31 + 1 })
  expect(await findFileProblem(large)).toBe('too-large')
})
