import { useRef } from 'react'
import { useOutletContext } from 'react-router'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { formatAge } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { inWords } from '#app/admin/operations/system/describe-system.ts'
import { SYSTEM_KEY } from '#app/admin/operations/system/system-queries.ts'
import { SystemPart } from '#app/admin/operations/system-part.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Answer } from '#core/data/call-function.ts'
import { dismissJob, retryJob } from '#core/data/system.ts'
import type { FailedJob, JobKind, SystemState } from '#core/domain/system.ts'

export const handle: ScreenHandle = { title: t('system.title.jobs') }

export default function SystemQueue() {
  return <JobsPage {...useOutletContext<SystemState>()} />
}

const number = (value: number) => value.toLocaleString('en-US')
const COUNT = { width: 'md:w-24', className: 'max-md:inline-block max-md:mr-4 tabular-nums text-soft' }

/** On small screens a number has its name beside it, because the heads of the columns are not shown. */
const counted = (name: string, value: number) => (
  <>
    <span className="text-faint md:hidden">{name} </span>
    {number(value)}
  </>
)

const COLUMNS: Column<JobKind, never>[] = [
  { name: t('system.job'), isHeader: true, cell: ({ name }) => inWords(name) },
  {
    ...COUNT,
    name: t('system.job.waiting'),
    cell: ({ waiting }) => counted(t('system.job.waiting'), waiting),
  },
  { ...COUNT, name: t('system.job.later'), cell: ({ later }) => counted(t('system.job.later'), later) },
  {
    ...COUNT,
    name: t('system.job.running'),
    cell: ({ running }) => counted(t('system.job.running'), running),
  },
  { ...COUNT, name: t('system.job.failed'), cell: ({ failed }) => counted(t('system.job.failed'), failed) },
  {
    name: t('system.job.oldest'),
    width: 'md:w-36',
    className: 'text-faint',
    cell: ({ oldest }) => oldest && t('system.job.waitingSince', { ago: formatAge(oldest) }),
  },
]

/** The queue: the jobs that failed, and how many wait of each kind. */
function JobsPage({ jobs, failed, failed_count }: Pick<SystemState, 'jobs' | 'failed' | 'failed_count'>) {
  return (
    <>
      <FailedSection failed={failed} more={failed_count - failed.length} />
      <SystemPart id="kinds" title={t('system.kinds')}>
        {jobs.length === 0 ? (
          <p className="text-sm text-soft">{t('system.kinds.none')}</p>
        ) : (
          <DataTable
            caption={t('system.kinds')}
            columns={COLUMNS}
            rows={jobs}
            keyOf={({ name }) => name}
            stale={false}
          />
        )}
      </SystemPart>
    </>
  )
}

function FailedSection({ failed, more }: { failed: readonly FailedJob[]; more: number }) {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <SystemPart
      id="failed"
      titleRef={title}
      title={t('system.failed')}
      intro={failed.length > 0 && t('system.failed.intro')}
    >
      {failed.length === 0 ? (
        <p className="text-sm text-soft">{t('system.failed.none')}</p>
      ) : (
        <ul aria-labelledby="failed" className="divide-y divide-line border-line border-y">
          {failed.map((job) => (
            <FailedItem key={job.id} job={job} onGone={() => title.current?.focus()} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-4 text-sm text-soft">{t('system.failed.more', { count: more })}</p>}
    </SystemPart>
  )
}

interface FailedItemProps {
  job: FailedJob
  /** Called when it is about to leave the list, with its buttons. */
  onGone: () => void
}

function FailedItem({ job: { id, name, failed_at, tries, message }, onGone }: FailedItemProps) {
  const invalidates = [SYSTEM_KEY]
  const retry = useDeskMutation({
    run: (client) => retryJob(client, id),
    done: (answer) => say(answer, t('system.retry.done')),
    invalidates,
  })
  const dismiss = useDeskMutation({
    run: (client) => dismissJob(client, id),
    done: (answer) => say(answer, t('system.dismiss.done')),
    invalidates,
  })
  const isBusy = retry.isPending || dismiss.isPending

  function say(answer: Answer<unknown>, title: string) {
    onGone()
    answerOf(answer)
    return { title }
  }

  const words = inWords(name)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-medium">{words}</h3>
        <p className="mt-1 text-soft wrap-anywhere">
          <bdi>{message || t('system.failed.noMessage')}</bdi>
        </p>
        <p className="mt-1 text-faint">
          <LocalTime iso={failed_at} precision="minute" /> · {t('system.failed.tries', { count: tries })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-label={t('system.retry.named', { name: words })}
          aria-disabled={isBusy}
          onClick={() => isBusy || void retry.attempt()}
        >
          {t('system.retry')}
        </Button>
        <Button
          variant="ghost"
          aria-label={t('system.dismiss.named', { name: words })}
          aria-disabled={isBusy}
          onClick={() => isBusy || void dismiss.attempt()}
        >
          {t('system.dismiss')}
        </Button>
      </div>
    </li>
  )
}
