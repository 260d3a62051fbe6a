import type { CheckRule } from '#core/check/checked-article.ts'
import { found, foundInText } from '#core/check/finding.ts'
import { placeOf } from '#core/check/text/block.ts'

/** Attempted references to footnotes; a label with a space in it is not one. */
const REFERENCE = /\[\^([^[\]\n]{1,200})\]/gu

/** References that readers see as text: their footnote is not defined, or they are in a text without footnotes, such as a title. */
export const undefinedFootnote: CheckRule = function* ({ input, everything, footnotes, length }) {
  for (const block of everything) {
    const isContent = block.field === 'content'
    const source = isContent ? input.content : block.text
    // The definition may be in the part that was not read.
    if (isContent && length < input.content.length) continue
    for (const { 0: text, 1: label = '', index } of block.text.matchAll(REFERENCE)) {
      const { from, to } = placeOf(block, index, index + text.length)
      const quote = source.slice(from, to)
      const isEscaped = !quote.startsWith('[^') || !quote.endsWith(']')
      if (!isEscaped && !(isContent && footnotes.isDefined(label)))
        yield foundInText(
          block,
          { from: index, to: index + text.length },
          { rule: 'footnote_undefined', severity: 'problem', quote },
        )
    }
  }
}

/** Footnotes that readers do not see, because no reference leads to them, or because their label was defined before. */
export const hiddenFootnote: CheckRule = function* ({ input, footnotes, length }) {
  for (const { label, token, from, to, isRepeated, isEmpty } of footnotes.definitions) {
    const what = {
      severity: 'problem',
      field: 'content',
      quote: token.markup,
      place: { from, to },
    } as const
    if (isRepeated) yield found({ rule: 'footnote_repeated', ...what })
    else if (isEmpty) yield found({ rule: 'footnote_empty', ...what })
    else if (!footnotes.shown.has(label) && length === input.content.length)
      yield found({ rule: 'footnote_unused', ...what })
  }
}
