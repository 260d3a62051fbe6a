import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import type { ScheduleAnswer } from '#core/domain/article-schedule.ts'

interface DescribedRefusal {
  field: 'date' | 'zone' | 'root'
  message: string
}

/** Why an article was not scheduled, and the field at which that is said; null when it was. */
export function describeRefusal(answer: ScheduleAnswer): DescribedRefusal | null {
  switch (answer.status) {
    case 'scheduled':
      return null
    case 'past':
      return { field: 'date', message: t('schedule.refused.past') }
    case 'too_far':
      return { field: 'date', message: t('schedule.refused.tooFar') }
    case 'unknown_zone':
      return { field: 'zone', message: t('schedule.refused.unknownZone') }
    case 'gone':
      return { field: 'root', message: t('schedule.refused.gone') }
    case 'already_published':
      return { field: 'root', message: t('schedule.refused.alreadyPublished') }
    case 'incomplete':
      return {
        field: 'root',
        message: t('schedule.refused.incomplete', { fields: describeFields(answer.missing) }),
      }
  }
}
