import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'

/** So many rows are shown at first. */
const FIRST = 10

interface SumTableProps {
  caption: string
  /** The first names the rows. */
  columns: readonly string[]
  rows: readonly { key: string; name: React.ReactNode; figures: readonly number[] }[]
}

/** Sums side by side, the largest rows first; the rest is shown when somebody asks for it. */
export function SumTable({ caption, columns: [first, ...others], rows }: SumTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const cell = 'py-2 pl-4 text-right tabular-nums'
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-faint">
            <th scope="col" className="py-2 text-left align-bottom font-medium">
              {first}
            </th>
            {others.map((name) => (
              <th key={name} scope="col" className={`${cell} w-24 align-bottom font-medium sm:w-32`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, FIRST)).map(({ key, name, figures }) => (
            <tr key={key} className="border-line border-b">
              <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                {name}
              </th>
              {figures.map((figure, column) => (
                <td key={others[column]} className={`${cell} align-top`}>
                  {formatFigure(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > FIRST && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="mt-1 inline-flex min-h-9 items-center text-sm underline underline-offset-4 hover:text-soft"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('readers.fewer') : t('readers.all', { count: rows.length })}
        </button>
      )}
    </>
  )
}

interface PageNameProps {
  name: React.ReactNode
  /** The language of the name. */
  lang?: string | undefined
  note: string
}

/** A page with what tells it from others of the same name. */
export function PageName({ name, lang, note }: PageNameProps) {
  return (
    <>
      <span lang={lang}>{name}</span>
      <span className="mt-0.5 block text-faint text-xs">{note}</span>
    </>
  )
}
