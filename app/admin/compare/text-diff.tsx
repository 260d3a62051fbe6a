import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareTexts, diffQuery, type Piece, wholeText } from '#app/admin/compare/compare-texts.ts'
import { t } from '#app/admin/messages.ts'

/** The text of a part of a comparison, with how much of it is left out. */
export function PieceText({ piece: { texts, hidden } }: { piece: Piece }) {
  const [start, end] = texts
  const values = { count: hidden.toLocaleString('en-US') }
  return (
    <>
      {start}
      {hidden > 0 && (
        <span className="mx-1 rounded-sm bg-wash px-1.5 font-sans text-faint text-xs">
          … {end === undefined ? t('compare.cut', values) : t('compare.folded', values)} …
        </span>
      )}
      {end}
    </>
  )
}

interface OtherTextProps {
  present: string
  other: string
  lang: string
}

/** Another version of a text, with the differences marked. */
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

interface TextChangeProps {
  before: string
  after: string
  lang: string
}

/** The changes from one text to another, inline. */
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

/** Few screen readers announce `ins` and `del`. */
function Spoken({ children }: { children: string }) {
  return (
    <span lang="en" className="sr-only">
      {' '}
      [{children}]{' '}
    </span>
  )
}
