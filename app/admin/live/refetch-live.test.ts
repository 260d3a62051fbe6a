import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveTable } from '#app/admin/live/live-tables.ts'
import { refetchLive } from '#app/admin/live/refetch-live.ts'

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
