import { useOutletContext } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { formatTime, inWords } from '#app/admin/operations/system/describe-system.ts'
import { SystemPart } from '#app/admin/operations/system-part.tsx'
import type { LimitHit, LoggedError, SlowRequest, SystemState } from '#core/domain/system.ts'

export const handle: ScreenHandle = { title: t('system.title.requests') }

export default function SystemRequests() {
  return <RequestsPage {...useOutletContext<SystemState>()} />
}

/** Side by side on small screens. */
const INLINE = 'max-md:mt-1 max-md:mr-4 max-md:inline-block'
const TIME = { width: 'md:w-36', className: `${INLINE} text-faint` }

const timesInWords = (times: number) =>
  t('system.timesCount', { count: times, shown: times.toLocaleString('en-US') })

/** On small screens a time has its meaning before it, because the heads of the columns are not shown. */
const timed = (meaning: string, iso: string) => (
  <>
    <span className="md:hidden">{meaning} </span>
    {formatTime(iso)}
  </>
)

const RequestId = ({ id }: { id: string | null }) =>
  id && <span className="mt-0.5 block font-mono text-faint text-xs">{t('system.request', { id })}</span>

const ERRORS: Column<LoggedError, never>[] = [
  {
    name: t('system.errors.message'),
    isHeader: true,
    className: 'font-normal',
    cell: ({ message, request_id }) => (
      <>
        <bdi>{message}</bdi>
        <RequestId id={request_id} />
      </>
    ),
  },
  {
    name: t('system.times'),
    width: 'md:w-24',
    className: `${INLINE} text-soft`,
    cell: ({ times }) => timesInWords(times),
  },
  { ...TIME, name: t('system.last.column'), cell: ({ last_at }) => timed(t('system.last.column'), last_at) },
]

const SLOW: Column<SlowRequest, never>[] = [
  {
    name: t('system.slow.route'),
    isHeader: true,
    cell: ({ method, route, request_id }) => (
      <>
        {method} {route}
        <RequestId id={request_id} />
      </>
    ),
  },
  {
    name: t('system.slow.duration'),
    width: 'md:w-24',
    className: `${INLINE} tabular-nums`,
    cell: ({ ms }) => t('system.slow.seconds', { seconds: (ms / 1000).toFixed(1) }),
  },
  {
    name: t('system.slow.status'),
    width: 'md:w-20',
    className: 'max-md:hidden text-soft',
    cell: ({ status }) => status,
  },
  { ...TIME, name: t('system.slow.at'), cell: ({ at }) => formatTime(at) },
]

const LIMITS: Column<LimitHit, never>[] = [
  { name: t('system.limits.limit'), isHeader: true, cell: ({ limit }) => inWords(limit) },
  {
    name: t('system.times'),
    width: 'md:w-24',
    className: `${INLINE} text-soft`,
    cell: ({ times }) => timesInWords(times),
  },
  {
    ...TIME,
    name: t('system.limits.since'),
    cell: ({ since }) => timed(t('system.limits.since'), since),
  },
  {
    ...TIME,
    name: t('system.last.column'),
    cell: ({ last_at }) => timed(t('system.last.column'), last_at),
  },
]

/** Shows what went wrong or took long with requests, within a day. */
function RequestsPage({ errors, slow, limits }: Pick<SystemState, 'errors' | 'slow' | 'limits'>) {
  return (
    <>
      <Part
        id="errors"
        title={t('system.errors')}
        intro={t('system.errors.intro')}
        none={t('system.errors.none')}
        columns={ERRORS}
        rows={errors}
        keyOf={({ message }) => message}
      />
      <Part
        id="slow"
        title={t('system.slow')}
        intro={t('system.slow.intro')}
        none={t('system.slow.none')}
        columns={SLOW}
        rows={slow}
        keyOf={({ at, request_id }) => `${at} ${request_id}`}
      />
      <Part
        id="limits"
        title={t('system.limits')}
        intro={t('system.limits.intro')}
        none={t('system.limits.none')}
        columns={LIMITS}
        rows={limits}
        keyOf={({ limit }) => limit}
      />
    </>
  )
}

interface PartProps<Row> {
  id: string
  title: string
  intro: string
  none: string
  columns: readonly Column<Row, never>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

function Part<Row>({ id, title, intro, none, ...table }: PartProps<Row>) {
  return (
    <SystemPart id={id} title={title} intro={table.rows.length > 0 && intro}>
      {table.rows.length === 0 ? (
        <p className="text-sm text-soft">{none}</p>
      ) : (
        <DataTable caption={title} stale={false} {...table} />
      )}
    </SystemPart>
  )
}
