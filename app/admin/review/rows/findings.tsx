import { t } from '#app/admin/messages.ts'
import type { ReviewRow } from '#app/admin/review/draft/row-draft.ts'

interface FindingsProps {
  id: string
  row: ReviewRow
  onConfirm: (confirmed: boolean) => void
}

/** What code finds wrong with a text. What is no matter of its structure may stand. */
export function Findings({ id, row, onConfirm }: FindingsProps) {
  const { findings, confirmed } = row
  if (findings.length === 0) return null
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
      {mayStand && (
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
