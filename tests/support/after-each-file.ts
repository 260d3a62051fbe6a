import { afterAll, vi } from 'vitest'

/** The files of a worker share one process: a clock that a test has stopped must not stand still for the next file. */
afterAll(() => void vi.useRealTimers())
