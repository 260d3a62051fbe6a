import { useQuery } from '@tanstack/react-query'
import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'
import { AUTHORS_PATH } from '#app/admin/authors/author-paths.ts'
import { t } from '#app/admin/messages.ts'
import { RECORDINGS_PATH } from '#app/admin/recordings/recordings-path.ts'
import { recordingCountsQuery } from '#app/admin/recordings/recordings-table.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'
import { isEditor } from '#core/domain/role.ts'

/**
 * The links between the articles, their authors and their recordings, for editors. Without a speech model there are no recordings to look
 * at; `hasRecordings` on the screen itself.
 */
export function ArticlesTabs({ hasRecordings = false }: { hasRecordings?: boolean }) {
  const edits = isEditor(useMember())
  const { data } = useQuery({ ...recordingCountsQuery, enabled: edits })
  if (!edits) return null
  const failed = data?.counts.failed ?? 0
  const recordings = {
    to: RECORDINGS_PATH,
    label: failed > 0 ? t('recordings.tabFailed', { count: failed }) : t('recordings.title'),
  }
  return (
    <ViewTabs
      label={t('articles.views')}
      tabs={[
        { to: ARTICLES_PATH, label: t('articles.title') },
        { to: AUTHORS_PATH, label: t('authors.title') },
        ...(hasRecordings || data?.has_model || data?.total ? [recordings] : []),
      ]}
    />
  )
}
