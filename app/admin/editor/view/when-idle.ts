/** Runs a callback when the browser is idle, or after a timeout. Returns a function that cancels it. */
export function whenIdle(run: () => void, timeoutMs: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
