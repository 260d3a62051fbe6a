import type { Language } from '#core/i18n/languages.ts'
import { inlineText } from '#core/speech/inline-text.ts'
import { speechWordsOf } from '#core/speech/speech-languages.ts'
import { spokenText } from '#core/speech/spoken-text.ts'

/** Nobody follows a larger table by ear. */
const [MAX_ROWS, MAX_COLUMNS] = [12, 5]

/** A small table row by row, each cell after the heading of its column; of a larger one only how large it is. */
export function tableText(frame: Element, language: Language): string {
  const words = speechWordsOf(language)
  const rows = [...frame.querySelectorAll('tr')]
  const columns = rows[0]?.children.length ?? 0
  if (rows.length > MAX_ROWS + 1 || columns > MAX_COLUMNS) return words?.table(rows.length - 1, columns) ?? ''
  const [head = [], ...body] = rows.map((row) =>
    [...row.children].map((cell) => spokenText(inlineText(cell, words), language)),
  )
  return body
    .map((cells) =>
      cells
        .flatMap((cell, column) =>
          cell ? (column > 0 && head[column] ? `${head[column]}: ${cell}` : cell) : [],
        )
        .join('; '),
    )
    .filter(Boolean)
    .map((row) => `${row}.`)
    .join(' ')
}
