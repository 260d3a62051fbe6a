import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { checkSystem, readSystem } from '#core/data/system.ts'

export const SYSTEM_KEY = ['system', 'state']

/** While the page is open and in sight. */
const REFRESH_MS = 5_000
/** The checks ask other servers. */
const CHECK_AGAIN_MS = 60_000

/** What runs the site, read again and again. */
export const useSystem = () =>
  useQuery({
    ...deskQuery(SYSTEM_KEY, readSystem, { refuses: true }),
    refetchInterval: REFRESH_MS,
  })

/** What the checks find, when the page is opened and when it is asked for. */
export const useSystemChecks = () =>
  useQuery({
    ...deskQuery(['system', 'checks'], checkSystem, { refuses: true }),
    staleTime: CHECK_AGAIN_MS,
  })
