import { toSource } from '#core/markdown/source/content-map.ts'
import { definitionPlaces } from '#core/translation/cut-definitions.ts'
import type { MarkdownCut } from '#core/translation/cut-markdown.ts'
import { applyEdits, type Edit } from '#core/translation/edit.ts'
import { type MapAddress, mappedAddress, writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import { untagPlainText } from '#core/translation/plain-text.ts'
import { problem, type TranslationProblem } from '#core/translation/problem.ts'
import { type Answers, checkedAnswer } from '#core/translation/segment-answer.ts'
import { spliceBlock } from '#core/translation/splice-block.ts'

export interface SplicedMarkdown {
  /** Where a segment has a problem, the text of the source stands. */
  markdown: string
  problems: TranslationProblem[]
}

/**
 * Puts the translations, by the ids of their segments, into the places of their texts. All else stays as it is, byte for byte, but for
 * the addresses of links and definitions, which are those that `mapAddress` returns.
 */
export function spliceMarkdown(
  cut: MarkdownCut,
  translations: ReadonlyMap<string, string>,
  { mapAddress = (address) => address }: { mapAddress?: MapAddress } = {},
): SplicedMarkdown {
  const problems: TranslationProblem[] = [...cut.problems]
  const answers: Answers = { translations, problems }
  const edits: Edit[] = []
  for (const block of cut.blocks) edits.push(...spliceBlock(cut, block, { answers, mapAddress }))
  edits.push(...spliceDefinitions(cut, { answers, mapAddress }))
  const known = new Set(cut.segments.map(({ id }) => id))
  for (const [id, text] of translations) {
    if (!known.has(id)) problems.push(problem('unknown_segment', { segment: id.slice(0, 100), text }))
  }
  return { markdown: applyEdits(cut.source.markdown, edits), problems }
}

function spliceDefinitions(
  { source, definitions }: MarkdownCut,
  { answers, mapAddress }: { answers: Answers; mapAddress: MapAddress },
): Edit[] {
  const edits: Edit[] = []
  for (const { definition, isOfImage, title: plain } of definitions) {
    const { map } = definition
    const { address, title } = definitionPlaces(definition)
    const href = source.references[definition.label]?.href ?? ''
    const mapped = isOfImage ? href : mappedAddress(href, mapAddress)
    const edit = (from: number, to: number, text: string) =>
      edits.push({ from: toSource(map, from), to: toSource(map, to), text })
    if (mapped !== href) edit(address.from, address.to, writeAddress(mapped))
    const answer = plain && checkedAnswer(plain.segment, plain.tags, answers)
    if (title && answer) edit(title.from, title.to, writeTitle(untagPlainText(answer.nodes), title.quote))
  }
  return edits
}
