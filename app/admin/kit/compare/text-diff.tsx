import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareTexts, diffQuery, type Piece, wholeText } from '#app/admin/kit/compare/compare-texts.ts'
import { t } from '#app/admin/kit/messages.ts'

/** The text of a part of a comparison, with how much of it is left out. */
function PieceText({ piece: { texts, hidden } }: { piece: Piece }) {
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

/** The pieces of one side of a comparison, with those that differ marked. */
export function MarkedPieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) =>
    piece.kind === 'same' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison never change places
      <PieceText key={index} piece={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <mark key={index} className="rounded-sm bg-focus/20 text-ink">
        <PieceText piece={piece} />
      </mark>
    ),
  )
}

interface ChangedPiecesProps {
  pieces: readonly Piece[]
  /** The class of the pieces that stayed the same. */
  sameClass?: string
}

/** The pieces of a comparison, with additions and deletions inline. */
export function ChangedPieces({ pieces, sameClass }: ChangedPiecesProps) {
  return pieces.map((piece, index) => {
    const text = <PieceText piece={piece} />
    if (piece.kind === 'same')
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison never change places
        <span key={index} className={sameClass}>
          {text}
        </span>
      )
    if (piece.kind === 'added')
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same
        <ins key={index} className="bg-green/15 text-ink underline decoration-green underline-offset-3">
          <Spoken>{t('compare.added')}</Spoken>
          {text}
        </ins>
      )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <del key={index} className="mr-0.5 bg-red/10 text-ink line-through decoration-red">
        <Spoken>{t('compare.removed')}</Spoken>
        {text}
      </del>
    )
  })
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
      <MarkedPieces pieces={pieces.filter(({ kind }) => kind !== 'removed')} />
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
      {pieces ? <ChangedPieces pieces={pieces} /> : after}
    </p>
  )
}
