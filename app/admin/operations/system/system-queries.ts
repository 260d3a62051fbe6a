import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { SYSTEM_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { listWrong } from '#app/admin/operations/system/describe-system.ts'
import { checkSystem, readSystem } from '#core/data/system.ts'
import type { SetUpGap } from '#core/domain/dashboard.ts'

export const SYSTEM_KEY = ['system', 'state']

/** The interval while the page is open and in sight. */
const REFRESH_MS = 5_000
/** The checks ask other servers. */
const CHECK_AGAIN_MS = 60_000

const stateQuery = deskQuery(SYSTEM_KEY, readSystem, { refuses: true })
const checksQuery = deskQuery(['system', 'checks'], checkSystem, { refuses: true })

/** Reads what runs the site, again and again. */
export const useSystem = () => useQuery({ ...stateQuery, refetchInterval: REFRESH_MS })

/** Reads what the checks find, when the page is opened and when it is asked for. */
export const useSystemChecks = () => useQuery({ ...checksQuery, staleTime: CHECK_AGAIN_MS })

/** Counts the problems and decisions that *System* lists while it is open; its checks find more than the dashboard. Undefined elsewhere. */
export function useListedProblems(gaps: readonly SetUpGap[] | undefined): number | undefined {
  const isOpen = useLocation().pathname === SYSTEM_PATH
  const { data: state } = useQuery({ ...stateQuery, enabled: false })
  const { data: checks } = useQuery({ ...checksQuery, enabled: false })
  if (!isOpen || !state) return
  return listWrong(state, checks, gaps).filter(({ tone }) => tone !== 'warning').length
}
