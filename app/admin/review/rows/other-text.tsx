import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareTexts, wholeText } from '#app/admin/compare/compare-texts.ts'
import { diffQuery } from '#app/admin/compare/diff-query.ts'
import { PieceText } from '#app/admin/compare/piece-text.tsx'

interface OtherTextProps {
  present: string
  other: string
  lang: string
}

/** Another text than the present one, with what differs marked. */
export function OtherText({ present, other, lang }: OtherTextProps) {
  const diff = useQuery(diffQuery).data
  const pieces = useMemo(
    () => (diff && present.trim() !== '' && compareTexts(diff, present, other)) || wholeText(other),
    [diff, present, other],
  )
  return (
    <p lang={lang} dir="auto" className="whitespace-pre-wrap text-ink leading-relaxed wrap-anywhere">
      {pieces
        .filter(({ kind }) => kind !== 'removed')
        .map((piece, index) =>
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
  )
}
