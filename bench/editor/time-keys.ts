import type { Page } from '@playwright/test'

const PAUSE_MS = 60
/** The work that waits for a pause in the typing is part of what a key costs. */
const REST_MS = 1_500
const WORDS = 'and so the model was asked again '

export interface KeyTimes {
  keys: number
  /** By Event Timing: from the key to the frame that shows it, in steps of 8 ms; only those of 16 ms or more. */
  slow: number[]
  /** From the key until the page has made the frame that shows it, before it is drawn. */
  made: number[]
  /** How long the processor worked in the page's main thread, for each key, with everything that happened later. */
  workMs: number
}

/** Types words with a pause after each key into what has the focus. */
export async function timeKeys(page: Page, keys: number): Promise<KeyTimes> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(observeKeys)
  const before = await taskSeconds()
  for (let key = 0; key < keys; key++) {
    const character = WORDS.charAt(key % WORDS.length)
    await page.keyboard.press(character === ' ' ? 'Space' : character)
    await wait(PAUSE_MS)
  }
  await wait(REST_MS)
  const workMs = (1_000 * ((await taskSeconds()) - before)) / keys
  const times = await page.evaluate(() => window.keyTimes())
  await client.detach()
  return { keys, workMs, ...times }

  async function taskSeconds(): Promise<number> {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
}

export function describeKeys({ keys, slow, made, workMs }: KeyTimes): string {
  const over = (limit: number) => `${((100 * slow.filter((ms) => ms >= limit).length) / keys).toFixed(0)} %`
  const sorted = made.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1)
  return [
    `${over(16)} of 16 ms or more, ${over(24)} of 24, longest ${Math.max(0, ...slow) || 'under 16'}`,
    `frame made after ${at(0.5)} ms (95 %: ${at(0.95)})`,
    `${workMs.toFixed(1)} ms of processor time`,
  ].join('; ')
}

declare global {
  interface Window {
    /** Ends the observation. */
    keyTimes: () => Pick<KeyTimes, 'slow' | 'made'>
  }
}

/** Runs in the page. */
function observeKeys(): void {
  const slow: number[] = []
  const made: number[] = []
  const start = performance.now()
  const observer = new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (name === 'keydown' && startTime >= start) slow.push(duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const channel = new MessageChannel()
  const waiting: number[] = []
  channel.port1.onmessage = () => {
    for (const pressed of waiting.splice(0)) made.push(performance.now() - pressed)
  }
  // A message that is sent before a frame is made arrives after it.
  const onKey = ({ timeStamp }: KeyboardEvent) => {
    requestAnimationFrame(() => {
      waiting.push(timeStamp)
      channel.port2.postMessage(null)
    })
  }
  addEventListener('keydown', onKey, { capture: true })
  window.keyTimes = () => {
    removeEventListener('keydown', onKey, { capture: true })
    observer.disconnect()
    return { slow, made }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
