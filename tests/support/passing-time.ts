import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Has the clocks of a test file stand still until a test lets time pass. `pass` moves both clocks, `setClock` only the one that somebody
 * can set; both by seconds.
 */
export function stopTime(): { pass(seconds: number): void; setClock(seconds: number): void } {
  let passed = 0
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    passed = 0
    const begin = Math.ceil(performance.now())
    vi.spyOn(performance, 'now').mockImplementation(() => begin + passed)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const setClock = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)
  return {
    setClock,
    pass(seconds) {
      passed += seconds * 1000
      setClock(seconds)
    },
  }
}
