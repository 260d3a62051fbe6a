import { withCaption } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import type { ArticleCut, ArticleTexts, MarkdownCut } from '#core/translation/cut-article.ts'
import { splicePlain } from '#core/translation/cut-article.ts'
import { definitionPlaces } from '#core/translation/cut-definitions.ts'
import { type MapAddress, mappedAddress, writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import { problem, type TranslationProblem } from '#core/translation/problem.ts'
import { applyEdits, type Edit } from '#core/translation/segment.ts'
import { type Answers, checkedAnswer, problemOf } from '#core/translation/segment-answer.ts'
import { spliceBlock } from '#core/translation/splice-block.ts'
import { untagPlainText } from '#core/translation/text-tag.ts'

export interface SplicedArticle extends ArticleTexts {
  /** A segment with a problem keeps the text of the source. */
  problems: TranslationProblem[]
}

/**
 * Puts the translations, by the ids of their segments, into the places of their texts. The rest of the source stays as it is, byte for
 * byte; links lead where `mapAddress` says.
 */
export function spliceArticle(
  cut: ArticleCut,
  translations: ReadonlyMap<string, string>,
  { mapAddress = (address) => address }: { mapAddress?: MapAddress } = {},
): SplicedArticle {
  const problems = [...cut.problems]
  const answers = { translations, problems }
  const fields = cut.fields.map((field) => [field.name, splicePlain(field, answers)] as const)
  const content = spliceMarkdown(cut.content, { answers, mapAddress })
  const known = new Set(cut.segments.map(({ id }) => id))
  for (const [id, text] of translations) {
    if (!known.has(id)) problems.push(problem('unknown_segment', { segment: id.slice(0, 100), text }))
  }
  return { fields, content, problems }
}

/**
 * Puts translations into a Markdown text. All else stays as it is, byte for byte, but for the addresses of links and definitions, which
 * are those that `mapAddress` returns.
 */
function spliceMarkdown(
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
    const answered = untagPlainText(answer.nodes)
    const before = source.references[definition.label]?.title ?? ''
    const text = plain.segment.kind === 'caption' ? withCaption(before, answered) : answered
    const written = writeTitle(text, title.quote)
    if (isTitle(written, title.quote, text)) edit(title, written)
    else answers.problems.push(problemOf(plain.segment, 'unwritable', text))
  }
  return edits
}

/** Reads a title again as it will be in a definition. */
function isTitle(written: string, quote: string, title: string): boolean {
  const { references } = readSource(`[a]: /b ${quote}${written}${quote === '(' ? ')' : quote}`)
  return references.A?.title === title.replaceAll('\n', ' ')
}
