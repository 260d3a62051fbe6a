import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ArticleForm, formOf } from '#app/admin/article/article-form.ts'
import { trashQuery } from '#app/admin/article/article-queries.ts'
import { CompareForms } from '#app/admin/article/compare/compare-forms.tsx'
import { CopyButton, textOf } from '#app/admin/article/compare/copy-button.tsx'
import type { SaveProblem } from '#app/admin/article/save/use-save.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { restoreArticle } from '#core/data/article-trash.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import type { RestoreAnswer } from '#core/domain/article-trash.ts'

interface ConflictDialogProps {
  mine: ArticleForm
  theirs: Article
  /** Whether mine will be published when it is saved. */
  publishes: boolean
  onUseTheirs: () => void
  onSaveMine: () => void
  onClose: () => void
}

interface SaveProblemDialogProps {
  problem: SaveProblem
  articleId: string
  mine: ArticleForm
  onUseTheirs: (theirs: Article) => void
  onSaveMine: (theirs: Article) => void
  onRestored: (article: Article) => void
  onClose: () => void
}

/** Asks how to go on when an article could not be saved. */
export function SaveProblemDialog(props: SaveProblemDialogProps) {
  const { problem, articleId, mine, onUseTheirs, onSaveMine, onRestored, onClose } = props
  if (problem.kind === 'deleted')
    return <DeletedDialog articleId={articleId} mine={mine} onRestored={onRestored} onClose={onClose} />
  const { theirs, request } = problem
  return (
    <ConflictDialog
      mine={mine}
      theirs={theirs}
      publishes={request.published}
      onUseTheirs={() => onUseTheirs(theirs)}
      onSaveMine={() => onSaveMine(theirs)}
      onClose={onClose}
    />
  )
}

/** Another editor has saved the article meanwhile: shows both versions, and saves nothing before one is chosen. */
function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, publishes, onUseTheirs, onSaveMine, onClose } = props
  const stored = formOf(theirs)
  return (
    <ModalDialog title={t('article.conflict.title')} onClose={onClose} width="texts">
      <div className="mb-5 space-y-2 text-sm text-soft">
        <p>
          {t('article.conflict.intro')} <LocalTime iso={theirs.updated_at} precision="minute" />
        </p>
        {publishes !== theirs.published && (
          <p>{theirs.published ? t('article.conflict.isPublished') : t('article.conflict.isDraft')}</p>
        )}
      </div>
      <CompareForms
        left={mine}
        leftTitle={t('article.conflict.mine')}
        right={stored}
        rightTitle={t('article.conflict.theirs')}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('article.keepEditing')}
        </Button>
        <CopyButton text={() => textOf(mine, stored)}>{t('article.conflict.copyMine')}</CopyButton>
        <Button variant="secondary" onClick={onUseTheirs}>
          {t('article.conflict.useTheirs')}
        </Button>
        <Button variant="destructive" onClick={onSaveMine}>
          {t('article.conflict.saveMine')}
        </Button>
      </div>
    </ModalDialog>
  )
}

interface DeletedDialogProps {
  articleId: string
  mine: ArticleForm
  onRestored: (article: Article) => void
  onClose: () => void
}

/** The article was deleted meanwhile: offers to restore it, or to copy the text. */
function DeletedDialog({ articleId, mine, onRestored, onClose }: DeletedDialogProps) {
  const { data: trashed, isPending } = useQuery(trashQuery(articleId))
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function restore(trashId: string) {
    setIsBusy(true)
    setProblem('')
    try {
      const answer = await signedIn((client) => restoreArticle(client, { id: trashId }))
      // Another editor may have restored it already.
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
