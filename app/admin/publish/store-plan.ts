import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { cancelUnpublishing, scheduleArticle, scheduleUnpublishing } from '#core/data/article-schedules.ts'
import { publishArticles } from '#core/data/bulk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import type { ScheduleAnswer, UnpublishingAnswer } from '#core/domain/article-schedule.ts'

export interface Moment {
  moment: Date
  zone: string
}

/** What is stored after the article itself. */
export interface StoredPlan {
  /** When it is published; null for now. */
  at: Moment | null
  /** The open findings that the editor accepted. */
  accepted: readonly string[]
  /** Until when; null for always, undefined where nothing has changed. */
  end: Moment | null | undefined
  /** The translations that are published with it. */
  along: readonly string[]
}

/** Stores the plan of a saved article. Resolves to what was refused, in words, or null. It may be called again. */
export function storePlan(article: Article, plan: StoredPlan): Promise<string | null> {
  const { id } = article
  return signedIn(async (client) => {
    const { at, end, along, accepted } = plan
    if (at && !article.published) {
      const answer = await scheduleArticle(client, { id, publishAt: at.moment, zone: at.zone, accepted })
      const refused = describeSchedule(answer)
      if (refused) return refused
    }
    if (end === null) await cancelUnpublishing(client, id)
    if (end) {
      const { moment: unpublishAt, zone } = end
      const refused = describeUnpublishing(await scheduleUnpublishing(client, { id, unpublishAt, zone }))
      if (refused) return refused
    }
    if (article.published && along.length > 0) await publishArticles(client, [...along])
    return null
  })
}

function describeSchedule(answer: ScheduleAnswer): string | null {
  switch (answer.status) {
    case 'scheduled':
    // Its moment has come since.
    case 'already_published':
      return null
    case 'past':
      return t('schedule.refused.past')
    case 'too_far':
      return t('schedule.refused.tooFar')
    case 'unknown_zone':
      return t('schedule.refused.unknownZone')
    case 'gone':
      return t('schedule.refused.gone')
    case 'incomplete':
      return t('schedule.refused.incomplete', { fields: describeFields(answer.missing) })
  }
}

function describeUnpublishing({ status }: UnpublishingAnswer): string | null {
  switch (status) {
    case 'scheduled':
      return null
    case 'past':
      return t('schedule.refused.past')
    case 'too_far':
      return t('publish.end.tooFar')
    case 'before_publication':
      return t('publish.end.beforePublication')
    case 'unknown_zone':
      return t('schedule.refused.unknownZone')
    case 'gone':
      return t('schedule.refused.gone')
  }
}
