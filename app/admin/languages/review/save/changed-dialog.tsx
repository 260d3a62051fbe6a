import { useState } from 'react'
import { OtherText } from '#app/admin/kit/compare/text-diff.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { CopyButton } from '#app/admin/kit/ui/copy-button.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import type { RebasedRows } from '#app/admin/languages/review/draft/row-draft.ts'
import { nameOfKind, numberOf } from '#app/admin/languages/review/rows/name-block.ts'
import { Button } from '#app/components/ui/button.tsx'

interface ChangedDialogProps {
  draft: ReviewDraft
  rebased: Pick<RebasedRows, 'conflicts' | 'orphaned'>
  /** Called with conflicts that have come up meanwhile. */
  onClose: (again: RebasedRows) => void
}

/** Shows both texts where another editor has changed the same block, and the texts of deleted blocks, before anything is replaced. */
export function ChangedDialog({ draft, rebased: { conflicts, orphaned }, onClose }: ChangedDialogProps) {
  /** The rows in which the stored text stays; in the others, the text of this editor replaces it. */
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set())
  const { language } = draft.review()

  function finish() {
    draft.discardUndecided()
    const chosen = conflicts.filter(({ mine }) => !given.has(mine.id))
    onClose(draft.restore(chosen.map(({ mine: row, theirs }) => ({ ...row, before: theirs }))))
  }

  return (
    <ModalDialog title={t('review.changed.title')} width="texts">
      <p className="text-sm text-soft">{t('review.changed.text')}</p>
      {conflicts.map(({ position, mine: row, theirs }) => {
        const segment = draft.row(position).segment
        const block = t('review.block.name', { number: numberOf(position), kind: nameOfKind(segment) })
        return (
          <fieldset key={row.id} className="mt-5 border-line border-t pt-4">
            <legend className="float-left mb-2 w-full font-semibold text-sm">{block}</legend>
            <p lang="en" className="clear-both mb-3 text-faint text-sm wrap-anywhere">
              {row.source}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {(['mine', 'theirs'] as const).map((whose) => (
                <label key={whose} className="flex min-w-0 items-start gap-2.5 text-sm">
                  <input
                    type="radio"
                    name={row.id}
                    className="mt-1 size-4 shrink-0 accent-ink"
                    checked={given.has(row.id) === (whose === 'theirs')}
                    onChange={() => setGiven(withRow(given, row.id, whose === 'theirs'))}
                  />
                  <span className="min-w-0">
                    <span className="mb-1 block font-medium">
                      {t(whose === 'mine' ? 'review.changed.mine' : 'review.changed.theirs')}
                    </span>
                    {whose === 'mine' ? (
                      <span lang={language} className="whitespace-pre-wrap wrap-anywhere">
                        {row.text}
                      </span>
                    ) : (
                      <OtherText present={row.text} other={theirs} lang={language} />
                    )}
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
      {orphaned.length > 0 && (
        <section className="mt-5 border-line border-t pt-4 text-sm">
          <h3 className="font-semibold">{t('review.changed.lostTitle')}</h3>
          <p className="mt-1 text-soft">{t('review.changed.lostText')}</p>
          <ul className="mt-3 space-y-3">
            {orphaned.map((row) => (
              <li key={row.id + row.text} className="border-edge border-l-2 pl-3 wrap-anywhere">
                <p lang="en" className="text-faint">
                  {row.source}
                </p>
                <p lang={language} className="whitespace-pre-wrap">
                  {row.text}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <CopyButton
          text={() =>
            [...conflicts.map(({ mine }) => mine), ...orphaned].map(({ text }) => text).join('\n\n')
          }
        >
          {t('review.changed.copy')}
        </CopyButton>
        <Button onClick={finish}>{t('review.changed.goOn')}</Button>
      </div>
    </ModalDialog>
  )
}

function withRow(given: ReadonlySet<string>, id: string, isIn: boolean): Set<string> {
  const next = new Set(given)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}
