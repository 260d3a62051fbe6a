import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareTexts, type Piece, wholeText } from '#app/admin/compare/compare-texts.ts'
import { diffQuery } from '#app/admin/compare/diff-query.ts'
import { PieceText } from '#app/admin/compare/piece-text.tsx'
import { t } from '#app/admin/messages.ts'

interface ChangedTextProps {
  left: string
  leftTitle: string
  right: string
  rightTitle: string
}

/** Two versions of a text side by side, with what differs marked. Until they are compared, and where they cannot be, nothing is. */
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
          {pieces.map((piece, index) =>
            piece.kind === 'same' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison never change places
              <PieceText key={index} piece={piece} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <mark key={index} className="rounded-sm bg-focus/20 text-ink">
                <PieceText piece={piece} />
              </mark>
            ),
          )}
        </p>
      )}
    </div>
  )
}
