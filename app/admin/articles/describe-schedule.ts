import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

const INCOMPLETE = 'incomplete: '

/** When a draft is to be published, or why it was not. */
export function describeSchedule(
  schedule: Pick<ArticleSchedule, 'publish_at' | 'zone' | 'status' | 'reason'>,
): string {
  const { status, reason } = schedule
  const time = formatInZone(schedule)
  if (status === 'missed') return t('drafts.schedule.missed', { time })
  if (status !== 'failed') return t('drafts.schedule.waiting', { time })
  if (!reason?.startsWith(INCOMPLETE)) return t('drafts.schedule.failed', { time })
  const missing = describeFields(reason.slice(INCOMPLETE.length).split(', '))
  return t('drafts.schedule.incomplete', { time, missing })
}

/** In the zone in which an editor chose the time, and with its name. A browser may not know it: then in its own. */
function formatInZone({ publish_at, zone }: Pick<ArticleSchedule, 'publish_at' | 'zone'>): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const
  try {
    const time = new Intl.DateTimeFormat('en-US', { ...style, timeZone: zone }).format(new Date(publish_at))
    return `${time} (${zone})`
  } catch {
    return new Intl.DateTimeFormat('en-US', style).format(new Date(publish_at))
  }
}
