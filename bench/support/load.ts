import autocannon from 'autocannon'
import { processorTime } from './processor-time.ts'

export interface Load {
  perSecond: number
  /** Milliseconds. */
  p99: number
  /** Microseconds of processor time of the serving process, per request. */
  processor: number
}

/** Sends requests over 32 connections; an error or a status other than 2xx fails the run. */
export async function load(
  url: string,
  { pid, seconds = 5, headers = {} }: { pid: number; seconds?: number; headers?: Record<string, string> },
): Promise<Load> {
  const before = await processorTime(pid)
  const result = await autocannon({ url, connections: 32, duration: seconds, headers })
  if (result.errors + result.timeouts + result.non2xx > 0)
    throw new Error(`${url}: ${result.non2xx} responses without success`)
  const processor = ((await processorTime(pid)) - before) / result.requests.total
  return { perSecond: result.requests.average, p99: result.latency.p99, processor }
}
