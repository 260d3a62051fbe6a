import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { batchCalls, refetchLive } from '#app/admin/kit/live/live-updates.tsx'
import type { LiveTable } from '#core/data/database.types.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function record() {
  const runs: string[] = []
  const bursts = batchCalls<string>(async (items) => void runs.push([...items].join()), 300)
  return { runs, bursts }
}

test('the first change runs at once, and those that follow closely run together after a pause', async () => {
  const { runs, bursts } = record()
  bursts.add(['a'])
  expect(runs).toEqual(['a'])
  for (const item of ['b', 'c', 'b']) bursts.add([item])
  await vi.advanceTimersByTimeAsync(299)
  expect(runs).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toEqual(['a', 'b,c'])
})

test('after a pause without changes the next one runs at once again', async () => {
  const { runs, bursts } = record()
  bursts.add(['a'])
  await vi.advanceTimersByTimeAsync(300)
  bursts.add(['a'])
  expect(runs).toEqual(['a', 'a'])
})

test('a run that takes long is waited for, but not forever', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const bursts = batchCalls<string>(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }, 300)
  bursts.add(['a'])
  bursts.add(['b'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
  bursts.add(['c'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toHaveLength(3)
})

test('after the end nothing runs', async () => {
  const { runs, bursts } = record()
  bursts.add(['a'])
  bursts.add(['b'])
  bursts.stop()
  bursts.add(['c'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toEqual(['a'])
})

function createQueries() {
  const queries = new QueryClient()
  onTestFinished(() => queries.clear())
  /** A query on the screen; returns how often it was read. */
  function show(name: string, live: LiveTable[], read = async () => name) {
    const queryFn = vi.fn(read)
    const observer = new QueryObserver(queries, { queryKey: [name], queryFn, meta: { live }, retry: false })
    return { reads: queryFn, hide: observer.subscribe(() => {}) }
  }
  return { queries, show }
}

const settled = (queries: QueryClient) => expect.poll(() => queries.isFetching()).toBe(0)

test('reads what depends on a changed table, and nothing else', async () => {
  const { queries, show } = createQueries()
  const articles = show('articles', ['articles', 'settings'])
  const outbox = show('outbox', ['mail_deliveries'])
  const account = show('account', [])
  await settled(queries)
  await refetchLive(queries, new Set<LiveTable>(['articles', 'user_roles']))
  expect([articles, outbox, account].map(({ reads }) => reads.mock.calls.length)).toEqual([2, 1, 1])
})

test('calm queries are refetched apart from the others', async () => {
  const { queries, show } = createQueries()
  const list = show('articles', ['articles'])
  const queryFn = vi.fn(async () => 'desk')
  const observer = new QueryObserver(queries, {
    queryKey: ['desk'],
    queryFn,
    meta: { live: ['articles'], isCalm: true },
  })
  onTestFinished(observer.subscribe(() => {}))
  await settled(queries)
  await refetchLive(queries, new Set(['articles']))
  expect([list.reads, queryFn].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
  await refetchLive(queries, new Set(['articles']), { isCalm: true })
  expect([list.reads, queryFn].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
})

test('what is not on the screen, or in a hidden tab, is read when it is shown again', async () => {
  const { queries, show } = createQueries()
  const shown = show('articles', ['articles'])
  const left = show('drafts', ['articles'])
  await settled(queries)
  left.hide()
  await refetchLive(queries, new Set(['articles']), { isHidden: true })
  expect(shown.reads).toHaveBeenCalledTimes(1)
  await refetchLive(queries, new Set(['articles']))
  expect(shown.reads).toHaveBeenCalledTimes(2)
  expect(left.reads).toHaveBeenCalledTimes(1)
  expect(queries.getQueryState(['drafts'])?.isInvalidated).toBe(true)
})

test('a first load that began before the change is followed by another one', async () => {
  const { queries, show } = createQueries()
  const loads: PromiseWithResolvers<string>[] = []
  const { reads } = show('articles', ['articles'], () => {
    const load = Promise.withResolvers<string>()
    loads.push(load)
    return load.promise
  })
  const done = refetchLive(queries, new Set(['articles']))
  loads[0]?.resolve('before')
  await expect.poll(() => reads).toHaveBeenCalledTimes(2)
  loads[1]?.resolve('after')
  await done
  expect(queries.getQueryData(['articles'])).toBe('after')
})

test('a first load that fails while the channel is joined is not begun again', async () => {
  const { queries, show } = createQueries()
  const load = Promise.withResolvers<string>()
  const { reads } = show('articles', ['articles'], () => load.promise)
  const done = refetchLive(queries, new Set(['articles']))
  load.reject(new Error('away'))
  await done
  expect(reads).toHaveBeenCalledTimes(1)
})
