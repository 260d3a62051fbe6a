import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { compareTexts, diffQuery, type Piece, wholeText } from '#app/admin/kit/compare/compare-texts.ts'
import { MarkedPieces } from '#app/admin/kit/compare/text-diff.tsx'
import { t } from '#app/admin/kit/messages.ts'

interface ChangedTextProps {
  left: string
  leftTitle: string
  right: string
  rightTitle: string
}

interface ChooseSideProps {
  /** The name of what is compared. */
  name: string
  titles: [left: string, right: string]
  isRight: boolean
  onChoose: (isRight: boolean) => void
}

/** Lets one of two sides be chosen. */
export function ChooseSide({ name, titles, isRight, onChoose }: ChooseSideProps) {
  const group = useId()
  return (
    <fieldset className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      <legend className="sr-only">{t('article.conflict.choose', { field: name })}</legend>
      {titles.map((title, side) => (
        <label key={title} className="flex min-h-11 items-center gap-2.5 font-medium">
          <input
            type="radio"
            name={group}
            className="size-4 shrink-0 accent-ink"
            checked={isRight === (side === 1)}
            onChange={() => onChoose(side === 1)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

/** Two versions of a text side by side, with the differences marked once they are known. */
export function ChangedText({ left, leftTitle, right, rightTitle }: ChangedTextProps) {
  const diff = useQuery(diffQuery).data
  const pieces = useMemo(() => (diff ? compareTexts(diff, left, right) : null), [diff, left, right])
  return (
    <div className="mt-1.5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      <Side
        title={leftTitle}
        isEmpty={left.trim() === ''}
        pieces={pieces?.filter(({ kind }) => kind !== 'added') ?? wholeText(left)}
      />
      <Side
        title={rightTitle}
        isEmpty={right.trim() === ''}
        pieces={pieces?.filter(({ kind }) => kind !== 'removed') ?? wholeText(right)}
      />
    </div>
  )
}

function Side({ title, isEmpty, pieces }: { title: string; isEmpty: boolean; pieces: Piece[] }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold sm:sr-only">{title}</p>
      {isEmpty ? (
        <p className="text-faint italic">{t('article.compare.empty')}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <MarkedPieces pieces={pieces} />
        </p>
      )}
    </div>
  )
}
