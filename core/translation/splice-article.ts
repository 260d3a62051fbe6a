import type { ArticleCut, ArticleTexts } from '#core/translation/cut-article.ts'
import { splicePlain } from '#core/translation/cut-plain.ts'
import type { MapAddress } from '#core/translation/link-writing.ts'
import { problem, type TranslationProblem } from '#core/translation/problem.ts'
import { spliceMarkdown } from '#core/translation/splice-markdown.ts'

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
