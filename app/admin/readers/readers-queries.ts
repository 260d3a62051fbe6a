import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { countArticleViews, listRecentViews, readReadership } from '#core/data/readership.ts'
import type { Readership } from '#core/domain/readership.ts'

const READERS_KEY = ['readers']
const REFUSES = { refuses: true } as const

/** The interval while the page is open and in sight. */
const READ_NOW_MS = 10_000
const TODAY_MS = 60_000

export const readershipQuery = (days: number) => ({
  ...deskQuery([...READERS_KEY, 'days', days], (client) => readReadership(client, days), REFUSES),
  // The first reader appears as soon as there is one.
  refetchInterval: ({ state }: { state: { data?: Readership | undefined } }) =>
    state.data?.since === null ? READ_NOW_MS : TODAY_MS,
})

export const recentViewsQuery = {
  ...deskQuery([...READERS_KEY, 'now'], listRecentViews, REFUSES),
  refetchInterval: READ_NOW_MS,
}

export const articleViewsQuery = (articleIds: readonly string[]) => ({
  ...deskQuery(
    [...READERS_KEY, 'articles', articleIds],
    (client) => countArticleViews(client, articleIds),
    REFUSES,
  ),
  staleTime: TODAY_MS,
})

/** Tells whether page views are counted; they are, until the setting is known. */
export const useCountsPageViews = (): boolean =>
  useQuery(storedSettingsQuery).data?.counts_page_views !== false

/** So many days with today, of which the screen shows the sums. */
export const PERIODS = [7, 30, 90, 365] as const
export type Period = (typeof PERIODS)[number]

const DEFAULT_PERIOD: Period = 30

/** The period in the address of the screen; any other value is the usual one. */
export const periodOf = (asked: string | null): Period =>
  PERIODS.find((days) => String(days) === asked) ?? DEFAULT_PERIOD

export function usePeriod(): [Period, (days: Period) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (days: Period) =>
    setParams(days === DEFAULT_PERIOD ? {} : { days: String(days) }, {
      replace: true,
      preventScrollReset: true,
    })
  return [periodOf(params.get('days')), choose]
}
