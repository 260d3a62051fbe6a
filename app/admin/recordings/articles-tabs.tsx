import { useQuery } from '@tanstack/react-query'
import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { RECORDINGS_PATH } from '#app/admin/recordings/recordings-path.ts'
import { recordingCountsQuery } from '#app/admin/recordings/recordings-table.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'
import { isEditor } from '#core/domain/role.ts'

/** The links between the articles and their recordings, for editors; nothing where no speech model makes any. `always` on the screen itself. */
export function ArticlesTabs({ always = false }: { always?: boolean }) {
  const edits = isEditor(useMember())
  const { data } = useQuery({ ...recordingCountsQuery, enabled: edits })
  if (!always && !(edits && data && (data.has_model || data.total > 0))) return null
  const failed = data?.counts.failed ?? 0
  return (
    <ViewTabs
      label={t('recordings.views')}
      tabs={[
        { to: ARTICLES_PATH, label: t('articles.title') },
        {
          to: RECORDINGS_PATH,
          label: failed > 0 ? t('recordings.tabFailed', { count: failed }) : t('recordings.title'),
        },
      ]}
    />
  )
}
