import { onTestFinished, vi } from 'vitest'

/** Stops the clock of a screen until `vi.advanceTimersByTimeAsync`, for what the desk does again after a while. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
