import { type MarkdownSource, readSource } from '#core/markdown/source/read-source.ts'
import { type CutBlock, cutBlock } from '#core/translation/cut-block.ts'
import { type CutDefinition, cutDefinitions } from '#core/translation/cut-definitions.ts'
import { problem, type TranslationProblem } from '#core/translation/problem.ts'
import { MAX_SEGMENTS, type Segment } from '#core/translation/segment.ts'
import { sourceBlocks } from '#core/translation/source-blocks.ts'

/** A Markdown text that has been cut into segments, and can be put together again. */
export interface MarkdownCut {
  source: MarkdownSource
  /** In the order of the text; those without a letter are left out. */
  segments: Segment[]
  /** What is not translated, because it is longer than anything that somebody would write. */
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
