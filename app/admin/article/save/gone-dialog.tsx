import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trashQuery } from '#app/admin/article/article-queries.ts'
import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { textOf } from '#app/admin/article/compare/copy-text.ts'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { restoreArticle } from '#core/data/article-trash.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import type { RestoreAnswer } from '#core/domain/article-trash.ts'

interface GoneDialogProps {
  articleId: string
  mine: ArticleForm
  onRestored: (article: Article) => void
  onClose: () => void
}

/** Somebody has deleted the article meanwhile: it can be brought back, or the text taken elsewhere. */
export function GoneDialog({ articleId, mine, onRestored, onClose }: GoneDialogProps) {
  const { data: trashed, isPending } = useQuery(trashQuery(articleId))
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function restore(trashId: string) {
    setIsBusy(true)
    setProblem('')
    try {
      const answer = await signedIn((client) => restoreArticle(client, { id: trashId }))
      // Somebody else may have brought it back already.
      const article = await signedIn((client) => findDeskArticle(client, articleId))
      if (article) onRestored(article)
      else setProblem(describeAnswer(answer))
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <ModalDialog title={t('article.gone.title')} onClose={onClose}>
      <div className="space-y-3 text-sm text-soft">
        <p>{t('article.isStillHere')}</p>
        {!isPending && <p>{trashed ? t('article.gone.inTrash') : t('article.gone.notInTrash')}</p>}
        {problem && <p className="text-red">{problem}</p>}
        <Announcement urgent>{problem}</Announcement>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('article.keepEditing')}
        </Button>
        <CopyButton text={() => textOf(mine, null)}>{t('article.gone.copy')}</CopyButton>
        {trashed && (
          <Button
            aria-disabled={isBusy}
            onClick={() => isBusy || void restore(trashed.deleted_with ?? trashed.id)}
          >
            {isBusy ? t('ui.oneMoment') : t('article.gone.restore')}
          </Button>
        )}
      </div>
    </ModalDialog>
  )
}

function describeAnswer(answer: RestoreAnswer): string {
  switch (answer.status) {
    case 'slug_taken':
      return t('article.gone.slugTaken')
    case 'original_missing':
      return t('article.gone.originalMissing')
    case 'translation_exists':
      return t('article.gone.translationExists')
    default:
      return t('article.gone.notInTrash')
  }
}
