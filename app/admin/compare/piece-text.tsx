import type { Piece } from '#app/admin/compare/compare-texts.ts'
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
