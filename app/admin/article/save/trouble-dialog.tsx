import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import { ConflictDialog } from '#app/admin/article/save/conflict-dialog.tsx'
import { GoneDialog } from '#app/admin/article/save/gone-dialog.tsx'
import type { SaveTrouble } from '#app/admin/article/save/use-save.ts'
import type { Article } from '#core/domain/article.ts'

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
