import { setTimeout as delay } from 'node:timers/promises'

/** Between two requests of each kind: few enough that the site is not busy with them. */
const EVERY_MS = 200

/** Milliseconds until half, and until 19 of 20 of the responses were there. */
export interface Latency {
  p50: number
  p95: number
}

/** Requests two pages in turn at a steady rate, one from the cache and one rendered for the request, whether the last response is there or not. */
export async function requestPages(
  url: string,
  { seconds, apikey }: { seconds: number; apikey: string },
): Promise<{ cached: Latency; rendered: Latency }> {
  const [cached, rendered] = await Promise.all([
    requestSteadily(url, seconds),
    // A request with credentials is never answered from the page cache.
    requestSteadily(url, seconds, { authorization: `Bearer ${apikey}` }),
  ])
  return { cached, rendered }
}

async function requestSteadily(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Latency> {
  const times: Promise<number>[] = []
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    times.push(timeOf(url, headers))
    await delay(EVERY_MS)
  }
  const sorted = (await Promise.all(times)).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
  return performance.now() - begun
}
