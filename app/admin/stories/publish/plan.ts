import { type ChosenTime, chosen, type TimeProblems } from '#app/admin/kit/form/moment-fields.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { browserZone, knownZone } from '#app/admin/kit/ui/format.ts'
import type { ArticleSchedule, ArticleUnpublishing } from '#core/domain/article-schedule.ts'
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
