import { CompareForms } from '#app/admin/article/compare/compare-forms.tsx'
import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { textOf } from '#app/admin/article/compare/copy-text.ts'
import { type ArticleForm, formOf } from '#app/admin/article/form/article-form.ts'
import { GoneDialog } from '#app/admin/article/save/gone-dialog.tsx'
import type { SaveTrouble } from '#app/admin/article/save/use-save.ts'
import { t } from '#app/admin/messages.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'

interface ConflictDialogProps {
  mine: ArticleForm
  theirs: Article
  /** Whether mine will be published when it is saved. */
  publishes: boolean
  onUseTheirs: () => void
  onSaveMine: () => void
  onClose: () => void
}

interface TroubleDialogProps {
  trouble: SaveTrouble
  articleId: string
  mine: ArticleForm
  onUseTheirs: (theirs: Article) => void
  onSaveMine: (theirs: Article) => void
  onRestored: (article: Article) => void
  onClose: () => void
}

/** What an editor decides when an article could not simply be saved. */
export function TroubleDialog(props: TroubleDialogProps) {
  const { trouble, articleId, mine, onUseTheirs, onSaveMine, onRestored, onClose } = props
  if (trouble.kind === 'gone')
    return <GoneDialog articleId={articleId} mine={mine} onRestored={onRestored} onClose={onClose} />
  const { theirs, request } = trouble
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

/** Somebody else has saved the article meanwhile: shows both versions. Nothing is written before one is chosen. */
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
