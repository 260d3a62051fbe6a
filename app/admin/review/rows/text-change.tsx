import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareTexts } from '#app/admin/compare/compare-texts.ts'
import { diffQuery } from '#app/admin/compare/diff-query.ts'
import { PieceText } from '#app/admin/compare/piece-text.tsx'
import { t } from '#app/admin/messages.ts'

interface TextChangeProps {
  before: string
  after: string
  lang: string
}

/** What changed from one text to another, in one text. */
export function TextChange({ before, after, lang }: TextChangeProps) {
  const diff = useQuery(diffQuery).data
  const pieces = useMemo(() => (diff ? compareTexts(diff, before, after) : null), [diff, before, after])
  return (
    <p lang={lang} dir="auto" className="whitespace-pre-wrap leading-relaxed wrap-anywhere">
      {pieces?.map((piece, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison never change places
        if (piece.kind === 'same') return <PieceText key={index} piece={piece} />
        if (piece.kind === 'added')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <ins key={index} className="bg-green/15 text-ink underline decoration-green underline-offset-3">
              <Spoken>{t('review.diff.added')}</Spoken>
              <PieceText piece={piece} />
            </ins>
          )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <del key={index} className="mr-0.5 bg-red/10 text-ink line-through decoration-red">
            <Spoken>{t('review.diff.removed')}</Spoken>
            <PieceText piece={piece} />
          </del>
        )
      }) ?? after}
    </p>
  )
}

/** Few screen readers say that a text is added or removed. */
function Spoken({ children }: { children: string }) {
  return (
    <span lang="en" className="sr-only">
      {' '}
      [{children}]{' '}
    </span>
  )
}
