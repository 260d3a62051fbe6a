import type { ArticleEditorProps } from '#app/admin/article/article-editor.tsx'
import type { ArticleForm } from '#app/admin/article/article-form.ts'
import { RestoreOffer } from '#app/admin/article/unsaved/restore-offer.tsx'
import { t } from '#app/admin/messages.ts'
import { ScheduleNotice } from '#app/admin/publish/schedule-notice.tsx'
import { SourceNotice } from '#app/admin/sources/source-notice.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { Article } from '#core/domain/article.ts'

interface StoryNoticesProps
  extends Pick<ArticleEditorProps, 'session' | 'opened' | 'chosenCopy' | 'onReopen'> {
  owner: string
  initial: ArticleForm
  /** The version that the form began with; null for a new article. */
  since: string | null
  /** As it is stored; null for a new one. */
  article: Article | null
  /** Whether somebody else has saved what is being changed here. */
  hasChanged: boolean
  onChanged: (article: Article) => void
  /** Opens the panel in which everything about publishing is decided. */
  onOptions: () => void
}

/** What has to be known above the form of an article: unsaved work, its schedule, and what others have changed. */
export function StoryNotices(props: StoryNoticesProps) {
  const { session, opened, owner, article, hasChanged, onReopen } = props
  const { articleId, copyId } = session
  return (
    <>
      <RestoreOffer
        owner={owner}
        articleId={opened.article ? articleId : null}
        ownCopyId={copyId}
        restoredId={session.restored?.id ?? null}
        stored={props.initial}
        since={props.since}
        chosenId={props.chosenCopy}
        onRestore={(copy) => onReopen({ articleId: copy.article_id, restored: copy })}
      />
      {article && <ScheduleNotice article={article} onChanged={props.onChanged} onOpen={props.onOptions} />}
      {article?.original_article_id && (
        <SourceNotice originalId={article.original_article_id} className="mb-6" />
      )}
      {hasChanged && (
        <Notice tone="warning" role="status" className="mb-6" title={t('article.changed.title')}>
          {t('article.changed.text')}
        </Notice>
      )}
    </>
  )
}
