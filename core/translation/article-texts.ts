import { isOptionalText, SHORT_TEXTS, type TranslatedFields } from '#core/domain/article.ts'
import type { ArticleCut, ArticleTexts } from '#core/translation/cut-article.ts'
import type { Segment } from '#core/translation/segment.ts'
import type { TextTag } from '#core/translation/text-tag.ts'

/** An article as it is cut. */
export function textsOfArticle(article: TranslatedFields): ArticleTexts {
  return { fields: SHORT_TEXTS.map((field) => [field, article[field] ?? '']), content: article.content }
}

/** The fields of an article out of what splicing returns. An optional text that the source does not have is missing. */
export function fieldsOfTexts({ fields, content }: ArticleTexts): TranslatedFields {
  const values = new Map(fields)
  const texts = SHORT_TEXTS.map((field) => [field, values.get(field) || (isOptionalText(field) ? null : '')])
  return { ...Object.fromEntries(texts), content }
}

/** What a segment is, as far as that decides how it is translated: a title may be worded in another way than a paragraph. */
export const contextOf = ({ id, kind }: Pick<Segment, 'id' | 'kind'>): string =>
  kind === 'field' ? id : kind

/** The tags of each segment, by its id. */
export function tagsOfSegments(cut: ArticleCut): Map<string, TextTag[]> {
  const tags = new Map<string, TextTag[]>()
  for (const field of cut.fields) if (field.segment) tags.set(field.segment.id, field.tags)
  for (const { main, tagged, alts, titles } of cut.content.blocks) {
    if (main) tags.set(main.id, tagged.tags)
    for (const part of [...alts.values(), ...titles.values()]) tags.set(part.segment.id, part.tags)
  }
  for (const { title } of cut.content.definitions) if (title) tags.set(title.segment.id, title.tags)
  return tags
}
