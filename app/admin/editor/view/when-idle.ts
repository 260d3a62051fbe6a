/** Runs something when the browser has nothing better to do, or after a time at the latest. Returns a way to cancel it. */
export function whenIdle(run: () => void, timeoutMs: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
