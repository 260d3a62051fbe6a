import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { HOME_PATH } from '#app/admin/kit/paths.ts'
import { DESK_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { findRestoration } from '#core/data/backups.ts'
import { type Day, loadDashboard, loadDesk } from '#core/data/dashboard.ts'
import type { LiveTable } from '#core/data/database.types.ts'
import type { Desk } from '#core/domain/dashboard.ts'

const LIVE: readonly LiveTable[] = [
  'article_schedules',
  'article_translations',
  'article_unpublishings',
  'article_workflow',
  'articles',
  'mail_deliveries',
  'newsletter_issues',
  'pending_translations',
  'settings',
  'sourced_articles',
  'translation_claims',
  'translation_reports',
  'translation_runs',
  'user_roles',
]
const OPTIONS = { live: LIVE, refuses: true } as const

export const waitingQuery = deskQuery([...DESK_KEY, 'waiting'], loadDesk, { ...OPTIONS, isCalm: true })

export const restorationQuery = deskQuery([...DESK_KEY, 'restoration'], findRestoration)

/** Reads everything that the dashboard shows. Today is the day in the browser's time zone. */
export function dashboardQuery(now: Date) {
  const today = dayOf(now)
  return deskQuery(
    [...DESK_KEY, 'dashboard', today.start.toISOString()],
    (client) => loadDashboard(client, today),
    OPTIONS,
  )
}

/**
 * Returns what the menu shows: what waits for the editor, for its badges, and the version; undefined until it is known, and what was known
 * last when it cannot be read. On the dashboard it is part of the dashboard's own request. Read again on every page, because unsaved texts
 * are not announced.
 */
export function useDeskFacts(): Desk | undefined {
  const { pathname } = useLocation()
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: DESK_KEY }, { cancelRefetch: false })
  }, [pathname, queries])
  return useKnownFacts()
}

/** Tells whether the site has a newsroom, as most have while that is not known. */
export const useHasNewsroom = (): boolean => useKnownFacts()?.hasNewsroom ?? true

function useKnownFacts(): Desk | undefined {
  const { pathname } = useLocation()
  const isPermitted = !useMember().needs_factor
  const isDashboard = pathname === HOME_PATH
  const dashboard = useQuery({ ...dashboardQuery(new Date()), enabled: isPermitted && isDashboard })
  const desk = useQuery({ ...waitingQuery, enabled: isPermitted && !isDashboard })
  const latest = desk.dataUpdatedAt > dashboard.dataUpdatedAt ? desk : dashboard
  return latest.data
}

function dayOf(now: Date): Day {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return { start: new Date(year, month, date), end: new Date(year, month, date + 1) }
}
