import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH, DRAFTS_PATH, editArticlePath, unsavedArticlePath } from '#app/admin/kit/paths.ts'
import { MINUTE, showCount, type WaitingLine } from '#app/admin/kit/room.ts'
import { formatAge, formatPlanned, nameOf } from '#app/admin/kit/ui/format.ts'
import { describeSchedule } from '#app/admin/stories/articles/describe-fields.ts'
import type { Waiting } from '#core/domain/dashboard.ts'

/** Says what colleagues handed over, with what for and since when. */
export function describeHandIns({ handIns }: Waiting): WaitingLine[] {
  return handIns.map(({ article, state, by, sentence, since }) => ({
    text: t(state === 'handed_in' ? 'dashboard.waiting.handedIn' : 'dashboard.waiting.handedOver', {
      name: by ?? t('work.somebody'),
      title: nameOf(article),
    }),
    detail: [sentence && t('work.task', { task: sentence }), formatAge(since)].filter(Boolean).join(' · '),
    to: editArticlePath(article),
    page: DRAFTS_PATH,
    count: 1,
  }))
}

/** Texts that were typed and not saved: those that others have changed meanwhile, or the rest. */
export function describeUnsaved(
  { unsaved }: Waiting,
  { isConflict }: { isConflict: boolean },
): WaitingLine[] {
  return unsaved
    .filter(({ conflict }) => (conflict !== null) === isConflict)
    .map(({ article, copy_id, title: typed, updated_at, conflict }) => {
      const title = article?.title || typed.trim() || t('dashboard.waiting.untitled')
      return {
        ...(conflict
          ? {
              text: conflict.by
                ? t('dashboard.waiting.conflictBy', { title, name: conflict.by })
                : t('dashboard.waiting.conflict', { title }),
              detail: t('dashboard.waiting.conflictText'),
            }
          : {
              text: t('dashboard.waiting.unsaved', { title }),
              detail: t('dashboard.waiting.typed', { time: MINUTE.format(new Date(updated_at)) }),
            }),
        to: article ? editArticlePath(article) : unsavedArticlePath(copy_id),
        page: article?.published ? ARTICLES_PATH : DRAFTS_PATH,
        count: 1,
      }
    })
}

/** Says what is published or unpublished by itself, the next first. */
export function describePlanned({ scheduled, endings }: Waiting): WaitingLine[] {
  const planned = [
    ...scheduled.map((each) => ({
      ...each,
      at: each.publish_at,
      text: t('dashboard.waiting.scheduled', { title: nameOf(each.article) }),
      page: DRAFTS_PATH,
    })),
    ...endings.map((each) => ({
      ...each,
      at: each.unpublish_at,
      text: t('dashboard.waiting.ending', { title: nameOf(each.article) }),
      page: ARTICLES_PATH,
    })),
  ]
  return planned
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ at, zone, article, text, page }) => ({
      text,
      detail: formatPlanned(new Date(at), zone, { isShort: true }),
      to: editArticlePath(article),
      page,
      count: 0,
    }))
}

export function describeDrafts({ drafts: { count, newest } }: Waiting): WaitingLine[] {
  const [first] = newest
  if (!first) return []
  const links = newest.map((draft) => ({
    label: nameOf(draft),
    to: editArticlePath(draft),
    lang: draft.language,
  }))
  return [
    {
      text: t('dashboard.waiting.drafts', { count, shown: showCount(count) }),
      links,
      to: count === 1 ? editArticlePath(first) : DRAFTS_PATH,
      page: DRAFTS_PATH,
      // A draft is not a task before somebody types in it.
      count: 0,
    },
  ]
}

/** Articles whose sources were corrected or withdrawn; an editor looks at them in the form, and says so there. */
export function describeChangedSources({ changedSources }: Waiting): WaitingLine[] {
  return changedSources.map(({ article, outlets, is_withdrawn }) => ({
    text: t(is_withdrawn ? 'dashboard.waiting.sourceWithdrawn' : 'dashboard.waiting.sourceChanged', {
      title: nameOf(article),
    }),
    detail: outlets.join(', '),
    to: `${editArticlePath(article)}#sources`,
    page: ARTICLES_PATH,
    count: 1,
  }))
}

/** Articles that were not published when they were to be. */
export function describeMissed({ missed }: Waiting): WaitingLine[] {
  return missed.map((schedule) => ({
    text: t('dashboard.waiting.missed', { title: nameOf(schedule.article) }),
    detail: describeSchedule(schedule),
    to: editArticlePath(schedule.article),
    page: DRAFTS_PATH,
    count: 1,
  }))
}
