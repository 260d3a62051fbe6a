import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { NewLink } from '#app/admin/preview/new-link.tsx'
import { PreviewForm } from '#app/admin/preview/preview-form.tsx'
import { PreviewList } from '#app/admin/preview/preview-list.tsx'
import { previewsQuery } from '#app/admin/preview/preview-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Article } from '#core/domain/article.ts'
import { previewPath } from '#core/paths.ts'

/** Links that show a story before it is published. A new one is told once, because only its hash is stored. */
export function PreviewPanel({ article, isDirty }: { article: Article; isDirty: boolean }) {
  const { siteUrl } = useSiteData()
  const previews = useQuery(previewsQuery(article.id))
  const [made, setMade] = useState<{ id: string; token: string } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  return (
    <PageSection id="preview" title={t('preview.title')} intro={t('preview.intro')}>
      <div className="space-y-6">
        {isDirty && <Notice tone="warning">{t('preview.notSaved')}</Notice>}
        <PreviewForm articleId={article.id} onMade={setMade} />
        {made && <NewLink key={made.id} link={siteUrl + previewPath(made.token, article.language)} />}
        <div ref={list} tabIndex={-1}>
          <h3 className="font-medium text-sm">{t('preview.list')}</h3>
          <QueryView query={previews} what={t('preview.what')} pending={<ListSkeleton rows={1} />}>
            {(rows) => (
              <PreviewList
                previews={rows}
                focusAfter={list}
                onRevoked={(id) => id === made?.id && setMade(null)}
              />
            )}
          </QueryView>
        </div>
      </div>
    </PageSection>
  )
}
