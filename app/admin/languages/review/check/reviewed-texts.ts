import type { RowFinding } from '#app/admin/languages/review/draft/row-draft.ts'
import type { TranslatedFields } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'
import { fieldsOfTexts, tagsOfSegments, textsOfArticle } from '#core/translation/article-texts.ts'
import { createAnswerCheck } from '#core/translation/check-answers.ts'
import { compileGlossary, type GlossaryEntry } from '#core/translation/checks/glossary.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import { describeProblem } from '#core/translation/describe-problem.ts'
import { mayStand } from '#core/translation/problem.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'
import type { TagKind } from '#core/translation/text-tag.ts'

export interface ReviewedSource {
  source: TranslatedFields
  language: TranslatedLanguage
  glossary: readonly GlossaryEntry[]
}

/** A tag in a source text, with its value. */
export interface SourceTag {
  id: string
  kind: TagKind
  value: string
  /** True if it is a pair around text. */
  isPair: boolean
}

/** The tags and glossary terms of each segment, by position. */
export interface SegmentFacts {
  tags: SourceTag[]
  terms: GlossaryEntry[]
}

/** A rendered version of the article: the HTML of each block. */
export interface RenderedArticle extends Omit<TranslatedFields, 'content'> {
  blocks: string[]
}

export type Texts = readonly (readonly [position: number, text: string])[]

/** Checks and renders the texts of one translation. It takes time, so it runs in a worker. */
export interface ReviewedTexts {
  facts: SegmentFacts[]
  check: (texts: Texts) => [position: number, text: string, findings: RowFinding[]][]
  /** Renders both sides. A text that does not fit into the article is replaced by the source. */
  render: (texts: readonly string[]) => { source: RenderedArticle; target: RenderedArticle }
}

export function readReviewedTexts({ source, language, glossary: entries }: ReviewedSource): ReviewedTexts {
  const cut = cutArticle(textsOfArticle(source))
  const glossary = entries.length > 0 ? compileGlossary(entries) : null
  const answers = createAnswerCheck(cut, { language, glossary })
  const tags = tagsOfSegments(cut)
  return {
    facts: cut.segments.map(({ id, text }) => ({
      tags: (tags.get(id) ?? []).map((tag) => ({
        id: tag.id,
        kind: tag.kind,
        value: tag.value,
        isPair: tag.closing !== null,
      })),
      terms: glossary?.termsIn(text) ?? [],
    })),
    check: (texts) =>
      texts.map(([position, text]) => {
        const id = cut.segments[position]?.id
        const problems = id === undefined ? [] : (answers.all(new Map([[id, text]])).get(id) ?? [])
        const findings = problems.map((problem) => ({
          sentence: describeProblem(problem),
          isStructural: !mayStand(problem),
        }))
        return [position, text, findings]
      }),
    render(texts) {
      const translations = new Map(
        cut.segments.map(({ id, text }, position) => [id, texts[position]?.trim() ? texts[position] : text]),
      )
      return {
        source: rendered(source),
        target: rendered(fieldsOfTexts(spliceArticle(cut, translations))),
      }
    },
  }
}

function rendered({ content, ...fields }: TranslatedFields): RenderedArticle {
  // Raw HTML renders to nothing.
  const blocks = renderMarkdownBlocks(content).map(({ html }) => html)
  return { ...fields, blocks: blocks.filter((html) => html.trim() !== '') }
}
