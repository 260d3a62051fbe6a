import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { CopyButton } from '#app/admin/kit/ui/copy-button.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { trashQuery } from '#app/admin/stories/article/article-queries.ts'
import type { SaveProblem } from '#app/admin/stories/article/save/use-save.ts'
import {
  type ArticleForm,
  differingFields,
  type FormField,
  formOf,
} from '#app/admin/stories/article-form/article-form.ts'
import { CompareForms } from '#app/admin/stories/article-form/compare-forms.tsx'
import { describeChanged } from '#app/admin/stories/history/changed-version.tsx'
import { latestRevisionsQuery, useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { type RestoreOptions, restoreArticle } from '#core/data/article-trash.ts'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import { type Article, TRANSLATED_FIELDS } from '#core/domain/article.ts'
import { ARTICLE_FIELD_NAMES, fieldLabel } from '#core/domain/article-fields.ts'
import type { RestoreAnswer } from '#core/domain/article-trash.ts'

interface ConflictDialogProps {
  mine: ArticleForm
  theirs: Article
  /** The fields that both have changed. */
  fields: readonly FormField[]
  /** True if mine will be published when it is saved. */
  publishes: boolean
  onUseTheirs: () => void
  /** Saves mine with their values of these fields, and of the fields that only they have changed. */
  onSaveMine: (taken: FormField[]) => void
  onClose: () => void
}

interface SaveProblemDialogProps {
  problem: SaveProblem
  articleId: string
  mine: ArticleForm
  onUseTheirs: (theirs: Article) => void
  onSaveMine: (theirs: Article, taken: FormField[]) => void
  onRestored: (article: Article) => void
  onClose: () => void
}

/** Asks how to go on when an article could not be saved. */
export function SaveProblemDialog(props: SaveProblemDialogProps) {
  const { problem, articleId, mine, onUseTheirs, onSaveMine, onRestored, onClose } = props
  if (problem.kind === 'deleted')
    return <DeletedDialog articleId={articleId} mine={mine} onRestored={onRestored} onClose={onClose} />
  const { theirs, request, fields } = problem
  return (
    <ConflictDialog
      mine={mine}
      theirs={theirs}
      fields={fields}
      publishes={request.published}
      onUseTheirs={() => onUseTheirs(theirs)}
      onSaveMine={(taken) => onSaveMine(theirs, taken)}
      onClose={onClose}
    />
  )
}

/** Another editor has saved the same fields meanwhile: each of them is chosen, and nothing is saved before. */
function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, fields, publishes, onUseTheirs, onSaveMine, onClose } = props
  const [taken, setTaken] = useState<FormField[]>([])
  const stored = formOf(theirs)
  const nameOf = useNameOfEditor()
  const [latest] = useQuery(latestRevisionsQuery(theirs.id, theirs.updated_at)).data?.rows ?? []
  const choose = (field: FormField, isTheirs: boolean) =>
    setTaken(isTheirs ? [...taken, field] : taken.filter((one) => one !== field))
  return (
    <ModalDialog title={t('article.conflict.title')} onClose={onClose} width="texts">
      <div className="mb-5 space-y-2 text-sm text-soft">
        <p>
          {t('article.conflict.intro')} <LocalTime iso={theirs.updated_at} precision="minute" />{' '}
          {latest && t('history.by', { who: nameOf(latest.made_by) })}
        </p>
        {publishes !== theirs.published && (
          <p>{theirs.published ? t('article.conflict.isPublished') : t('article.conflict.isDraft')}</p>
        )}
      </div>
      <CompareForms
        fields={fields}
        left={mine}
        leftTitle={t('article.conflict.mine')}
        right={stored}
        rightTitle={t('article.conflict.theirs')}
        choice={{ isRight: (field) => taken.includes(field), onChoose: choose }}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('article.keepEditing')}
        </Button>
        <CopyButton text={() => textOf(mine, stored)}>{t('article.conflict.copyMine')}</CopyButton>
        <Button variant="secondary" onClick={onUseTheirs}>
          {t('article.conflict.useTheirs')}
        </Button>
        <Button variant="destructive" onClick={() => onSaveMine(taken)}>
          {taken.length > 0 ? t('article.conflict.saveChosen') : t('article.conflict.saveMine')}
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

  const restoring = useDeskMutation({
    async run(client, asked: RestoreOptions) {
      const answer = await restoreArticle(client, asked)
      // Another editor may have restored it already.
      const article = await findDeskArticle(client, articleId)
      if (!article) throw new AnswerRefusal(describeAnswer(answer))
      return article
    },
    done: onRestored,
    failed: setProblem,
  })

  function restore(asked: RestoreOptions) {
    setProblem('')
    void restoring.attempt(asked)
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
          <Button aria-disabled={restoring.isPending} onClick={() => restoring.isPending || restore(trashed)}>
            {restoring.isPending ? t('ui.oneMoment') : t('article.gone.restore')}
          </Button>
        )}
      </div>
    </ModalDialog>
  )
}

function describeAnswer(answer: RestoreAnswer): string {
  switch (answer.status) {
    case 'changed':
      return describeChanged(answer)
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

const WRITTEN_FIELDS = ARTICLE_FIELD_NAMES.filter(
  (field) => field === 'slug' || TRANSLATED_FIELDS.some((one) => one === field),
)

/** The fields that differ from `base` as plain text, or all texts without `base`. */
function textOf(form: ArticleForm, base: ArticleForm | null): string {
  const fields = base ? differingFields(form, base) : WRITTEN_FIELDS
  if (fields.length === 1 && fields[0] === 'content') return form.content
  return fields.map((field) => `${fieldLabel(field)}:\n${form[field] ?? ''}`).join('\n\n')
}
