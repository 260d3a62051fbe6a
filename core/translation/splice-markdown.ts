import { toSource } from '#core/markdown/source/content-map.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { definitionPlaces } from '#core/translation/cut-definitions.ts'
import type { MarkdownCut } from '#core/translation/cut-markdown.ts'
import { applyEdits, type Edit } from '#core/translation/edit.ts'
import { type MapAddress, mappedAddress, writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import { untagPlainText } from '#core/translation/plain-text.ts'
import { type Answers, checkedAnswer, problemOf } from '#core/translation/segment-answer.ts'
import { spliceBlock } from '#core/translation/splice-block.ts'

/**
 * Puts translations into a Markdown text. All else stays as it is, byte for byte, but for the addresses of links and definitions, which
 * are those that `mapAddress` returns.
 */
export function spliceMarkdown(
  cut: MarkdownCut,
  { answers, mapAddress }: { answers: Answers; mapAddress: MapAddress },
): string {
  const edits: Edit[] = []
  for (const block of cut.blocks) edits.push(...spliceBlock(cut, block, { answers, mapAddress }))
  edits.push(...spliceDefinitions(cut, { answers, mapAddress }))
  return applyEdits(cut.source.markdown, edits)
}

function spliceDefinitions(
  { source, definitions }: MarkdownCut,
  { answers, mapAddress }: { answers: Answers; mapAddress: MapAddress },
): Edit[] {
  const edits: Edit[] = []
  for (const { definition, isOfImage, title: plain } of definitions) {
    const { address, title } = definitionPlaces(definition)
    const href = source.references[definition.label]?.href ?? ''
    const mapped = isOfImage ? href : mappedAddress(href, mapAddress)
    const edit = (range: { from: number; to: number }, text: string) =>
      edits.push({
        from: toSource(definition.map, range.from),
        to: toSource(definition.map, range.to),
        text,
      })
    if (mapped !== href) edit(address, writeAddress(mapped))
    const answer = plain && checkedAnswer(plain.segment, plain.tags, answers)
    if (!title || !plain || !answer) continue
    const text = untagPlainText(answer.nodes)
    const written = writeTitle(text, title.quote)
    if (isTitle(written, title.quote, text)) edit(title, written)
    else answers.problems.push(problemOf(plain.segment, 'unwritable', text))
  }
  return edits
}

/** Reads a title again as it will stand in a definition. */
function isTitle(written: string, quote: string, title: string): boolean {
  const { references } = readSource(`[a]: /b ${quote}${written}${quote === '(' ? ')' : quote}`)
  return references.A?.title === title.replaceAll('\n', ' ')
}
