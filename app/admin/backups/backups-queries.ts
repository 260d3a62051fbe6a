import { deskQuery } from '#app/admin/query/desk-query.ts'
import { readBackups } from '#core/data/backups.ts'

export const BACKUPS_KEY = ['backups']

const WORKING_MS = 1_500
const IDLE_MS = 60_000

/** Fetched again while a backup is under way, and now and then, because the schedule makes others. */
export const backupsQuery = {
  ...deskQuery(BACKUPS_KEY, readBackups, { refuses: true }),
  refetchInterval: ({ state }: { state: { data?: { current: unknown } | undefined } }) =>
    state.data?.current ? WORKING_MS : IDLE_MS,
}
