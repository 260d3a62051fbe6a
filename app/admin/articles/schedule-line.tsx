import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { describeSchedule } from '#app/admin/articles/describe-schedule.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

/** When a draft is published by itself, or that this did not happen. */
export function ScheduleLine({ schedule }: { schedule: ArticleSchedule }) {
  const isTroubled = schedule.status === 'missed' || schedule.status === 'failed'
  const Icon = isTroubled ? CircleAlert : Clock
  return (
    <span
      className={`mt-1 flex items-start gap-1.5 font-normal text-xs ${isTroubled ? 'text-orange' : 'text-blue'}`}
    >
      <Icon aria-hidden size={14} className="mt-px shrink-0" />
      <span>{describeSchedule(schedule)}</span>
    </span>
  )
}
