import { afterAll, expect, vi } from 'vitest'
import { leftOpen } from './left-open.ts'
import { takeIndiscreetLines } from './watched-log.ts'

/** The files of a worker share one process: a fake clock of one test must not reach the next file. */
afterAll(async () => {
  vi.useRealTimers()
  for (const close of leftOpen.splice(0)) await close()
  expect(takeIndiscreetLines()).toEqual([])
})
