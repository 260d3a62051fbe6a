import { afterAll, expect, vi } from 'vitest'
import { takeIndiscreetLines } from './watched-log.ts'

/** The files of a worker share one process: a fake clock of one test must not reach the next file. */
afterAll(() => {
  vi.useRealTimers()
  expect(takeIndiscreetLines()).toEqual([])
})
