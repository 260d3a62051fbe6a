import { useEffect, useRef } from 'react'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { RESTORED_FIELDS } from '#core/domain/article-revision.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'

interface PublishedMeanwhile {
  article: Article
  schedule: ArticleSchedule | null | undefined
  onChanged: (article: Article) => void
}

/**
 * Lets the form go on from the article as it was published at its time while it was open. When somebody else has changed its texts
 * too, the form is told nothing, and finds that out when it saves.
 */
export function usePublishedMeanwhile({ article, schedule, onChanged }: PublishedMeanwhile): void {
  const changed = useRef(onChanged)
  changed.current = onChanged
  const isOutdated = schedule?.status === 'published' && !article.published
  useEffect(() => {
    if (!isOutdated) return
    let isWanted = true
    signedIn((client) => findDeskArticle(client, article.id)).then(
      (stored) => {
        if (isWanted && stored?.published && hasSameTexts(stored, article)) changed.current(stored)
      },
      // The page shows the schedule with its error, and saving meets the newer version.
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [isOutdated, article])
}

function hasSameTexts(one: Article, other: Article): boolean {
  return one.slug === other.slug && RESTORED_FIELDS.every((field) => one[field] === other[field])
}
