import { type ChosenTime, chosen, type TimeProblems } from '#app/admin/kit/form/moment-fields.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { browserZone, knownZone, listLanguages } from '#app/admin/kit/ui/format.ts'
import {
  type BulkResult,
  publishSeen,
  type ReportedArticle,
} from '#app/admin/stories/articles/bulk/change-articles.ts'
import { describeFields } from '#app/admin/stories/articles/describe-fields.ts'
import { describeChanged } from '#app/admin/stories/history/changed-version.tsx'
import { cancelUnpublishing, scheduleArticle, scheduleUnpublishing } from '#core/data/article-schedules.ts'
import type { Article } from '#core/domain/article.ts'
import type {
  ArticleSchedule,
  ArticleUnpublishing,
  ScheduleAnswer,
  UnpublishingAnswer,
} from '#core/domain/article-schedule.ts'
import { scheduleInput } from '#core/domain/schedule-input.ts'

/** The plan when an article is published, and until when. */
export interface PublishPlan {
  when: 'now' | 'at'
  at: ChosenTime
  ends: boolean
  end: ChosenTime
}

type ReadTime = { moment: Date; zone: string } | { problems: TimeProblems }

interface PlanSources {
  schedule: ArticleSchedule | null
  unpublishing: ArticleUnpublishing | null
  /** The date in the form; empty for the moment of publishing. */
  date: string
  isAhead: boolean
  /** The time zone in which the publication plans. */
  planningZone: string
}

const DAY_MS = 86_400_000
const USUAL_TIME = '09:00'
const MAX_DAYS_AHEAD = 730
const MAX_DAYS_UNTIL = 3650

/** Returns what the panel begins with: the present schedule, a date in the future, or now. */
export function initialPlan(sources: PlanSources): PublishPlan {
  const { schedule, unpublishing, date, isAhead, planningZone } = sources
  const zone = knownZone(planningZone)
  const waits = schedule?.status === 'waiting'
  const ownZone = waits ? knownZone(schedule.zone) : browserZone()
  return {
    when: waits || isAhead ? 'at' : 'now',
    at: isAhead
      ? chosen(new Date(date), ownZone)
      : waits
        ? chosen(new Date(schedule.publish_at), ownZone)
        : { ...chosen(new Date(Date.now() + DAY_MS), zone), time: USUAL_TIME },
    ends: unpublishing !== null,
    end: unpublishing
      ? chosen(new Date(unpublishing.unpublish_at), knownZone(unpublishing.zone))
      : { ...chosen(new Date(Date.now() + 30 * DAY_MS), zone), time: USUAL_TIME },
  }
}

/** Reads when the article is to be published, or what is wrong with the time. */
export const readPublishTime = (at: ChosenTime): ReadTime =>
  readTime(at, { maxDays: MAX_DAYS_AHEAD, tooFar: t('schedule.refused.tooFar') })

/** Reads when it is to be unpublished. `from` is when it is published; null for now. */
export function readEnd(end: ChosenTime, from: Date | null): ReadTime {
  const read = readTime(end, { maxDays: MAX_DAYS_UNTIL, tooFar: t('publish.end.tooFar') })
  if ('problems' in read || from === null || read.moment > from) return read
  return { problems: { date: t('publish.end.beforePublication') } }
}

function readTime(value: ChosenTime, { maxDays, tooFar }: { maxDays: number; tooFar: string }): ReadTime {
  const parsed = scheduleInput.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => [path[0], message])
    return { problems: Object.fromEntries(problems.toReversed()) }
  }
  const { publishAt: moment, zone } = parsed.data
  if (moment.getTime() <= Date.now()) return { problems: { date: t('schedule.refused.past') } }
  if (moment.getTime() > Date.now() + maxDays * DAY_MS) return { problems: { date: tooFar } }
  return { moment, zone }
}

export interface Moment {
  moment: Date
  zone: string
}

/** The part of a plan that is stored after the article itself. */
export interface StoredPlan {
  /** The time when it is published; null for now. */
  at: Moment | null
  /** The open findings that the editor accepted. */
  accepted: readonly string[]
  /** The time until which it is published; null for always, undefined where nothing has changed. */
  end: Moment | null | undefined
  /** The translations that are published with it, now or at its time, as the panel has shown them. */
  along: readonly ReportedArticle[]
}

interface PlanOutcome {
  /** In words; null when everything was stored. */
  refused: string | null
  /** The outcome for the translations. */
  along: BulkResult[]
}

/** Stores the plan of a saved article. It may be called again. */
export function storePlan(article: Article, plan: StoredPlan): Promise<PlanOutcome> {
  const { id, updated_at: version } = article
  const refuse = (refused: string) => ({ refused, along: [] })
  return signedIn(async (client) => {
    const { at, end, along, accepted } = plan
    let left: string | null = null
    if (at && !article.published) {
      const answer = await scheduleArticle(client, {
        id,
        version,
        publishAt: at.moment,
        zone: at.zone,
        accepted,
        along,
      })
      const refused = describeSchedule(answer)
      if (refused) return refuse(refused)
      if (answer.status === 'scheduled' && answer.left.length > 0)
        left = t('schedule.translations.left', { languages: listLanguages(answer.left) })
    }
    if (end === null) await cancelUnpublishing(client, id)
    if (end) {
      const { moment: unpublishAt, zone } = end
      const refused = describeUnpublishing(await scheduleUnpublishing(client, { id, unpublishAt, zone }))
      if (refused) return refuse(refused)
    }
    const published = article.published && along.length > 0 ? await publishSeen(client, along) : []
    return { refused: left, along: published }
  })
}

function describeSchedule(answer: ScheduleAnswer): string | null {
  switch (answer.status) {
    case 'scheduled':
    // Its moment has come since.
    case 'already_published':
      return null
    case 'changed':
      return `${describeChanged(answer)} ${t('schedule.refused.changed')}`
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
