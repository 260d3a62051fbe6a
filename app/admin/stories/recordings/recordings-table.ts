import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { listRecordings, type RecordingOptions } from '#core/data/recordings.ts'
import { RECORDING_STATES, type RecordingList, type RecordingState } from '#core/domain/recording.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

export type RecordingSort = 'state'
export type RecordingFilter = 'state' | 'language'

export const STATE_NAMES: Record<RecordingState, string> = {
  failed: t('recordings.state.failed'),
  paused: t('recordings.state.paused'),
  retrying: t('recordings.state.retrying'),
  making: t('recordings.state.making'),
  waiting: t('recordings.state.waiting'),
}

export const RECORDINGS_TABLE: TableSpec<RecordingSort, RecordingFilter> = {
  sorts: [],
  defaultSort: { by: 'state', descending: false },
  filters: { state: RECORDING_STATES, language: LANGUAGE_CODES },
  pageSize: 25,
}

/** The query for an address of the list. */
export function recordingOptions({
  filters,
  page,
}: TableAddress<RecordingSort, RecordingFilter>): RecordingOptions {
  return {
    state: filters.state as RecordingState | null,
    language: filters.language,
    page,
    pageSize: RECORDINGS_TABLE.pageSize,
  }
}

export const RECORDINGS_KEY = ['recordings']

const WORKING_MS = 5_000
const IDLE_MS = 60_000

/** Fetched again soon while something is being made; the tables behind it announce nothing. */
export const recordingsQuery = (options: RecordingOptions) => ({
  ...deskQuery([...RECORDINGS_KEY, options], (client) => listRecordings(client, options), {
    live: ['articles'],
    refuses: true,
  }),
  refetchInterval: ({ state: { data } }: { state: { data?: RecordingList | undefined } }) =>
    data?.counts.making || data?.counts.waiting ? WORKING_MS : IDLE_MS,
})

/** Of no row: how many there are of each state. */
export const recordingCountsQuery = recordingsQuery({ state: null, language: null, page: 1, pageSize: 1 })
