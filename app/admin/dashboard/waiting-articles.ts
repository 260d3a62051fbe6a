import {
  ARTICLES_PATH,
  DRAFTS_PATH,
  editArticlePath,
  unsavedArticlePath,
} from '#app/admin/article/article-paths.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { MINUTE, showCount, type WaitingLine } from '#app/admin/dashboard/waiting-line.ts'
import { t } from '#app/admin/messages.ts'
import { formatPlanned } from '#app/admin/schedule/format-time.ts'
import { formatAge } from '#app/admin/ui/format-age.ts'
import type { Waiting } from '#core/domain/dashboard.ts'

/** What colleagues handed over, with what for and since when. */
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

/** What is published or unpublished by itself, the next first. */
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
