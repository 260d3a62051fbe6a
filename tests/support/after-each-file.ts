import { afterAll, vi } from 'vitest'

/** The files of a worker share one process: a fake clock of one test must not reach the next file. */
afterAll(() => void vi.useRealTimers())
