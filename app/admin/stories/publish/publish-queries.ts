import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { SCHEDULE_KEY } from '#app/admin/stories/schedule/schedule-queries.ts'
import { findUnpublishing } from '#core/data/article-schedules.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleUnpublishing } from '#core/domain/article-schedule.ts'

/** Reads until when readers find an article. Unpublishing it ends that, so it is read again with every version of the article. */
const unpublishingQuery = ({ id, updated_at }: Pick<Article, 'id' | 'updated_at'>) =>
  deskQuery([...SCHEDULE_KEY, id, 'unpublishing', updated_at], (client) => findUnpublishing(client, id), {
    live: ['article_unpublishings'],
  })

export function useUnpublishing(article: Article | null): ArticleUnpublishing | null {
  const { data } = useQuery({
    ...unpublishingQuery(article ?? { id: '', updated_at: '' }),
    enabled: article !== null,
  })
  return data ?? null
}
