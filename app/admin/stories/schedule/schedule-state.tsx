import type { LucideIcon } from 'lucide-react'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { describeFields } from '#app/admin/stories/articles/describe-fields.ts'
import { SCHEDULE_KEY } from '#app/admin/stories/schedule/schedule-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { cancelSchedule } from '#core/data/article-schedules.ts'
import {
  type ArticleSchedule,
  MISSED_AFTER_HOURS,
  type ScheduleStatus,
} from '#core/domain/article-schedule.ts'
import { htmlTime } from '#core/i18n/dates.ts'

const LOOKS: Record<ScheduleStatus, { Icon: LucideIcon; colour: string; name: string }> = {
  waiting: { Icon: CalendarClock, colour: 'text-blue', name: t('schedule.waiting') },
  published: { Icon: CircleCheck, colour: 'text-green', name: t('schedule.published') },
  missed: { Icon: CircleAlert, colour: 'text-orange', name: t('schedule.missed') },
  failed: { Icon: CircleX, colour: 'text-red', name: t('schedule.failed') },
}

interface ScheduleStateProps {
  schedule: ArticleSchedule
  focusAfter: React.RefObject<HTMLElement | null>
}

/** The state of a schedule, with a button to cancel a waiting one. */
export function ScheduleState({ schedule, focusAfter }: ScheduleStateProps) {
  const { article_id, publish_at, zone, status, featured } = schedule
  const { Icon, colour, name } = LOOKS[status]
  const [asksToCancel, setAsksToCancel] = useState(false)
  const { toast } = useToast()
  const cancel = useDeskMutation({ run: cancelSchedule, invalidates: [SCHEDULE_KEY] })
  const reason = describeReason(schedule)
  const when = formatPlanned(new Date(publish_at), zone)
  return (
    <div>
      <p role="status" className={`flex items-start gap-2 font-medium text-sm ${colour}`}>
        <Icon aria-hidden size={18} className="mt-px shrink-0" />
        {name}
      </p>
      <p className="mt-1 text-sm">
        <time dateTime={htmlTime(publish_at)}>{when}</time>
      </p>
      {status === 'waiting' && featured && <p className="mt-1 text-sm text-soft">{t('schedule.featured')}</p>}
      {reason && <p className="mt-1 max-w-prose text-sm text-soft wrap-anywhere">{reason}</p>}
      {status === 'waiting' && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" size="sm" onClick={() => setAsksToCancel(true)}>
            {t('schedule.cancel')}
          </Button>
        </div>
      )}
      {asksToCancel && (
        <ConfirmDialog
          title={t('schedule.cancel')}
          action={t('schedule.cancel.action')}
          keep={t('ui.goBack')}
          onConfirm={async () => {
            await cancel.mutateAsync(article_id)
            toast({ title: t('ui.success'), description: t('schedule.cancel.done') })
          }}
          onClose={() => setAsksToCancel(false)}
          focusAfter={focusAfter}
        >
          <p>{when}</p>
          <p>{t('schedule.cancel.text')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const INCOMPLETE = 'incomplete: '
const CHECK = 'check: '

/** The database says why: `overdue`, `restored`, `incomplete: title, content`, `check: ` and what it found, or in words. */
export function describeReason({ status, reason }: ArticleSchedule): string | null {
  if (status === 'missed' && reason === 'restored') return t('schedule.missed.restored')
  if (status === 'missed') return t('schedule.missed.text', { hours: MISSED_AFTER_HOURS })
  if (status !== 'failed') return null
  if (reason?.startsWith(INCOMPLETE)) {
    const fields = describeFields(reason.slice(INCOMPLETE.length).split(', '))
    return t('schedule.failed.incomplete', { fields })
  }
  if (reason?.startsWith(CHECK)) return t('schedule.failed.check', { found: reason.slice(CHECK.length) })
  return t('schedule.failed.text', { reason: reason ?? '' })
}
