import { OtherText } from '#app/admin/kit/compare/text-diff.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { isKept, isOutdated, isRefused, type ReviewRow } from '#app/admin/languages/review/draft/row-draft.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

const MAX_REASON_LENGTH = 500

interface FindingsProps {
  id: string
  row: ReviewRow
  onConfirm: (confirmed: boolean, reason?: string) => void
  /** Called to approve the text and go to the next one. */
  onDone: () => void
}

/** The findings in a text. Those that are not structural can be confirmed, of a refused answer with a reason. */
export function Findings({ id, row, onConfirm, onDone }: FindingsProps) {
  const { findings, reason, segment } = row
  if (findings.length === 0) return null
  const confirmed = isKept(row)
  const mayStand = findings.some(({ isStructural }) => !isStructural)
  return (
    <div className="text-sm">
      <ul id={id} className="space-y-1">
        {findings.map(({ sentence, isStructural }) => (
          <li
            key={sentence}
            className={`wrap-anywhere ${isStructural ? 'text-red' : confirmed ? 'text-faint' : 'text-orange'}`}
          >
            {sentence}
          </li>
        ))}
      </ul>
      {mayStand && segment.refused && (
        <TextField
          label={t('review.refused.keep')}
          hint={t('review.refused.keepHint')}
          data-keep
          className="mt-2"
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          onChange={({ target }) => onConfirm(target.value.trim() !== '', target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onDone()
          }}
        />
      )}
      {mayStand && !segment.refused && (
        <label className="mt-1 inline-flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            data-keep
            className="size-4 accent-ink"
            checked={confirmed}
            onChange={(event) => onConfirm(event.target.checked)}
          />
          {t('review.findings.keep')}
        </label>
      )}
    </div>
  )
}

/** Says what became of the answer of the model, where no finding says it. */
export function Refusal({ row }: { row: ReviewRow }) {
  const { refused } = row.segment
  if (!refused || !isRefused(row)) return null
  return (
    <div className="border-red border-l-2 pl-3 text-sm">
      <p className="text-soft">{t(refused.text === '' ? 'review.refused.empty' : 'review.refused.text')}</p>
      {row.findings.length === 0 && (
        <ul className="mt-1 text-red">
          {refused.reasons.map((reason) => (
            <li key={reason} className="wrap-anywhere">
              {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface ConflictProps {
  row: ReviewRow
  language: TranslatedLanguage
  onTake: (which: 'present' | 'proposed') => void
  onReopen: () => void
}

/** A conflict between the stored and a proposed text, and an outdated translation. */
export function Conflict({ row, language, onTake, onReopen }: ConflictProps) {
  const { segment, text, decided } = row
  const { proposed } = segment
  if (isOutdated(row))
    return (
      <div className="border-orange border-l-2 pl-3 text-sm">
        <p className="text-soft">{t('review.outdated.text')}</p>
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          aria-keyshortcuts="1"
          onClick={() => onTake('present')}
        >
          {t('review.outdated.keep')}
        </Button>
      </div>
    )
  if (!proposed && !decided) return null
  if (decided)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {text === proposed?.text
          ? t('review.conflict.tookProposed')
          : text === segment.text
            ? t('review.conflict.keptPresent')
            : t('review.conflict.wroteThird')}
        <button type="button" className="min-h-6 underline underline-offset-4" onClick={onReopen}>
          {t('review.conflict.reopen')}
        </button>
      </p>
    )
  if (!proposed) return null
  return (
    <div className="border-red border-l-2 pl-3 text-sm">
      <p className="font-semibold">{t('review.conflict.title')}</p>
      <p className="mt-1 mb-2 text-soft">{t('review.conflict.text')}</p>
      <p className="text-faint">
        {proposed.origin === 'machine' ? t('review.conflict.byMachine') : t('review.conflict.byPerson')}
      </p>
      <OtherText present={segment.text} other={proposed.text} lang={language} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-keyshortcuts="1" onClick={() => onTake('present')}>
          {t('review.conflict.keep')}
        </Button>
        <Button variant="secondary" size="sm" aria-keyshortcuts="2" onClick={() => onTake('proposed')}>
          {t('review.conflict.take')}
        </Button>
      </div>
    </div>
  )
}
