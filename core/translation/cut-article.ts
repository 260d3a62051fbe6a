import { cutMarkdown, type MarkdownCut } from '#core/translation/cut-markdown.ts'
import { cutPlain, type PlainCut } from '#core/translation/cut-plain.ts'
import type { TranslationProblem } from '#core/translation/problem.ts'
import type { Segment } from '#core/translation/segment.ts'

/** An article as far as it is translated. */
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
