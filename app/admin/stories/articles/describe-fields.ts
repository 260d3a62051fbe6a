import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { fieldInSentence } from '#core/domain/article-fields.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The names of fields in a sentence: 'title, excerpt, and content'. */
export function describeFields(fields: readonly string[]): string {
  return LIST.format(fields.map(fieldInSentence))
}

const INCOMPLETE = 'incomplete: '
const CHECK = 'check: '

/** Says when a draft is to be published, or why it was not. */
export function describeSchedule(
  schedule: Pick<ArticleSchedule, 'publish_at' | 'zone' | 'status' | 'reason'>,
): string {
  const { publish_at, zone, status, reason } = schedule
  const time = formatPlanned(new Date(publish_at), zone, { isShort: true })
  if (status === 'missed') return t('drafts.schedule.missed', { time })
  if (status !== 'failed') return t('drafts.schedule.waiting', { time })
  if (reason?.startsWith(CHECK))
    return t('drafts.schedule.check', { time, found: reason.slice(CHECK.length) })
  if (!reason?.startsWith(INCOMPLETE)) return t('drafts.schedule.failed', { time })
  const missing = describeFields(reason.slice(INCOMPLETE.length).split(', '))
  return t('drafts.schedule.incomplete', { time, missing })
}
