import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { type ArticleForm, differingFields } from '#app/admin/stories/article-form/article-form.ts'
import { CompareForms } from '#app/admin/stories/article-form/compare-forms.tsx'
import {
  discardCopy,
  findUnsavedCopies,
  type UnsavedCopies,
  type UnsavedCopy,
} from '#app/admin/stories/unsaved/unsaved-copies.ts'
import { Button } from '#app/components/ui/button.tsx'
import { fieldLabel } from '#core/domain/article-fields.ts'

interface RestoreOfferProps {
  owner: string
  /** Null on the page of a new article, which offers the copies of all new articles. */
  articleId: string | null
  ownCopyId: string
  /** The copy that the form was restored from. */
  restoredId: string | null
  /** The initial values of the form. */
  stored: ArticleForm
  /** The version of `stored`, to tell when a copy began with another one. */
  since: string | null
  /** The copy that the editor has chosen elsewhere, which is restored without being offered. */
  chosenId: string | null
  onRestore: (copy: UnsavedCopy) => void
}

/** Offers unsaved work of earlier sessions: of a tab that crashed, or of another browser. */
export function RestoreOffer(props: RestoreOfferProps) {
  const { owner, articleId, ownCopyId, restoredId, stored, since, chosenId, onRestore } = props
  const [found, setFound] = useState<UnsavedCopies | null>(null)
  const [compared, setCompared] = useState<UnsavedCopy | null>(null)
  const [discarded, setDiscarded] = useState<UnsavedCopy | null>(null)
  const began = useRef(stored)
  const region = useRef<HTMLDivElement>(null)

  const restore = useEffectEvent(onRestore)

  useEffect(() => {
    let isCurrent = true
    findUnsavedCopies({ owner, articleId, ownCopyId, restoredId, chosenId, stored: began.current }).then(
      (copies) => {
        if (!isCurrent) return
        // Work that was restored from the chosen one goes on from it.
        const chosen = copies.offered.find(
          ({ id, sources }) => chosenId !== null && [id, ...sources].includes(chosenId),
        )
        if (chosen && !copies.open.has(chosen.id)) restore(chosen)
        else setFound(copies)
      },
      (error: unknown) => console.warn('Unsaved work could not be looked for', error),
    )
    return () => {
      isCurrent = false
    }
  }, [owner, articleId, ownCopyId, restoredId, chosenId])

  const forget = (id: string) =>
    setFound((now) => now && { ...now, offered: now.offered.filter((copy) => copy.id !== id) })

  return (
    <div ref={region} tabIndex={-1}>
      {found && found.offered.length > 0 && (
        <Notice tone="warning" role="status" className="mb-8" title={t('article.restore.title')}>
          <ul className="space-y-4">
            {found.offered.map((copy) => (
              <li key={copy.id}>
                <CopySummary copy={copy} stored={stored} hasMoved={copy.since !== since} />
                {found.open.has(copy.id) ? (
                  <p className="mt-1">{t('article.restore.open')}</p>
                ) : (
                  <div className="mt-2 flex flex-wrap gap-2">
                    <Button variant="secondary" size="sm" onClick={() => onRestore(copy)}>
                      {t('article.restore.restore')}
                    </Button>
                    <Button variant="ghost" size="sm" onClick={() => setCompared(copy)}>
                      {t('article.restore.compare')}
                    </Button>
                    <Button variant="ghost" size="sm" onClick={() => setDiscarded(copy)}>
                      {t('article.restore.discard')}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {compared && (
        <ModalDialog
          title={t('article.restore.compareTitle')}
          width="texts"
          onClose={() => setCompared(null)}
        >
          <CompareForms
            fields={differingFields(stored, compared.form)}
            left={stored}
            leftTitle={articleId ? t('article.restore.stored') : t('article.restore.empty')}
            right={compared.form}
            rightTitle={t('article.restore.typed')}
          />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setCompared(null)}>
              {t('article.restore.close')}
            </Button>
            <Button onClick={() => onRestore(compared)}>{t('article.restore.restore')}</Button>
          </div>
        </ModalDialog>
      )}
      {discarded && (
        <ConfirmDialog
          title={t('article.restore.discardTitle')}
          action={t('article.restore.discard')}
          focusAfter={region}
          onConfirm={async () => {
            await discardCopy(discarded.id)
            forget(discarded.id)
          }}
          onClose={() => setDiscarded(null)}
        >
          <p>{t('article.restore.discardText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface CopySummaryProps {
  copy: UnsavedCopy
  stored: ArticleForm
  hasMoved: boolean
}

function CopySummary({ copy, stored, hasMoved }: CopySummaryProps) {
  const fields = differingFields(copy.form, stored).map(fieldLabel).join(', ')
  const isOther = copy.form.title !== stored.title && copy.form.title.trim() !== ''
  return (
    <>
      {isOther && <p className="break-words font-medium text-ink">{copy.form.title.slice(0, 200)}</p>}
      <p>
        {copy.isFromHere ? t('article.restore.fromHere') : t('article.restore.fromElsewhere')}{' '}
        <LocalTime iso={copy.at} precision="minute" />
        {'. '}
        {t('article.restore.differs', { fields })}
      </p>
      {hasMoved && <p>{t('article.restore.moved')}</p>}
    </>
  )
}
