import { Link } from 'react-router'
import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'
import { KeptNote } from '#app/admin/article/unsaved/kept-note.tsx'
import type { UnsavedWork } from '#app/admin/article/unsaved/unsaved-work.ts'
import { t } from '#app/admin/messages.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'

interface SaveBarProps {
  work: UnsavedWork
  /** As it is stored; null for a new one. */
  article: Article | null
  isSaving: boolean
  onSave: (published: boolean) => void
}

/** What readers see now, and the buttons that change it, always in sight. */
export function SaveBar({ work, article, isSaving, onSave }: SaveBarProps) {
  const main = !article
    ? t('article.action.create')
    : article.published
      ? t('article.action.update')
      : t('article.action.publish')
  const other = article?.published ? t('article.action.unpublish') : t('article.action.saveDraft')
  return (
    // The buttons are on the left, because a toast would cover them on the right; on small screens it stands at the top.
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-5 flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0 xl:col-span-2"
    >
      <div className="flex flex-wrap gap-2 max-sm:w-full sm:gap-3">
        <Button className="max-sm:grow" aria-disabled={isSaving} onClick={() => isSaving || onSave(true)}>
          {isSaving ? t('ui.oneMoment') : main}
        </Button>
        <Button
          variant="secondary"
          className="max-sm:grow"
          aria-disabled={isSaving}
          onClick={() => isSaving || onSave(false)}
        >
          {other}
        </Button>
        <Link to={ARTICLES_PATH} className={buttonStyles({ variant: 'ghost' })}>
          {t('ui.cancel')}
        </Link>
      </div>
      <KeptNote work={work} article={article} />
    </div>
  )
}
