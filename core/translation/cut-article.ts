import { type MarkdownSource, readSource } from '#core/markdown/source/read-source.ts'
import { type CutBlock, cutBlock } from '#core/translation/cut-block.ts'
import { type CutDefinition, cutDefinitions } from '#core/translation/cut-definitions.ts'
import type { TranslationProblem } from '#core/translation/problem.ts'
import { problem } from '#core/translation/problem.ts'
import type { Segment } from '#core/translation/segment.ts'
import { hasLetters, MAX_SEGMENTS } from '#core/translation/segment.ts'
import { type Answers, checkedAnswer } from '#core/translation/segment-answer.ts'
import { sourceBlocks } from '#core/translation/source-blocks.ts'
import type { TextTag } from '#core/translation/text-tag.ts'
import { tagPlainText, untagPlainText } from '#core/translation/text-tag.ts'

/** The translated texts of an article. */
export interface ArticleTexts {
  /** Its texts without markup, by the name of their field, which is also the id of their segment: title, excerpt, a caption. */
  fields: (readonly [name: string, text: string])[]
  content: string
}

export interface ArticleCut {
  /** Fields first, and then the content, in order. */
  segments: Segment[]
  problems: TranslationProblem[]
  fields: PlainCut[]
  content: MarkdownCut
}

/** Cuts an article into the segments that are translated. The same article is always cut in the same way. */
export function cutArticle({ fields, content }: ArticleTexts): ArticleCut {
  const plain = fields.map(([name, text]) => cutPlain(name, text))
  const markdown = cutMarkdown(content)
  return {
    segments: [...plain.flatMap(({ segment }) => segment ?? []), ...markdown.segments],
    problems: markdown.problems,
    fields: plain,
    content: markdown,
  }
}

/** A field of plain text. */
export interface PlainCut {
  name: string
  plain: string
  /** Null when there is nothing to translate. */
  segment: Segment | null
  tags: TextTag[]
}

/** Makes a segment of a text without markup. The spaces around it are not part of it. */
export function cutPlain(name: string, plain: string): PlainCut {
  const from = plain.length - plain.trimStart().length
  const to = from + plain.trim().length
  const { text, tags } = tagPlainText(plain.slice(from, to))
  const segment: Segment | null = hasLetters(text)
    ? { id: name, kind: 'field', block: 0, section: '', text, from, to }
    : null
  return { name, plain, segment, tags }
}

/** The translated field; the source if there is a problem. */
export function splicePlain({ plain, segment, tags }: PlainCut, answers: Answers): string {
  const answer = segment && checkedAnswer(segment, tags, answers)
  return answer
    ? plain.slice(0, segment.from) + untagPlainText(answer.nodes) + plain.slice(segment.to)
    : plain
}

/** A Markdown text that has been cut into segments, and can be put together again. */
export interface MarkdownCut {
  source: MarkdownSource
  /** In the order of the text; those without a letter are left out. */
  segments: Segment[]
  /** The texts that are not translated, because they are longer than a segment may be. */
  problems: TranslationProblem[]
  blocks: CutBlock[]
  definitions: CutDefinition[]
}

/** Cuts a Markdown text into the segments that are translated. */
export function cutMarkdown(markdown: string): MarkdownCut {
  const source = readSource(markdown)
  const cut: MarkdownCut = { source, segments: [], problems: [], blocks: [], definitions: [] }
  let section = ''
  for (const block of sourceBlocks(source.tokens)) {
    if (cut.segments.length >= MAX_SEGMENTS) {
      cut.problems.push(problem('too_many_segments', { block: block.number, text: block.words() }))
      break
    }
    for (const text of block.texts) {
      if (text.token.content === '') continue
      const inline = source.inlineOf(text.token)
      const result = cutBlock(inline, { ...text, block, section })
      cut.segments.push(...result.segments)
      if (result.cut) cut.blocks.push(result.cut)
      else {
        const of = { segment: text.id, block: block.number, text: text.token.content }
        cut.problems.push(problem('huge_segment', of))
      }
    }
    if (block.type === 'heading') section = block.words()
  }
  const { definitions, segments } = cutDefinitions(source, cut.blocks)
  cut.definitions = definitions
  cut.segments.push(...segments)
  return cut
}
