import type { ArticleCut, ArticleTexts } from '#core/translation/cut-article.ts'
import type { Segment } from '#core/translation/segment.ts'
import type { TextTag } from '#core/translation/text-tag.ts'

/** What of an article is translated. */
export interface TranslatedFields {
  title: string
  subtitle: string | null
  excerpt: string
  content: string
}

/** An article as it is cut. */
export function textsOfArticle({ title, subtitle, excerpt, content }: TranslatedFields): ArticleTexts {
  return {
    fields: [
      ['title', title],
      ['subtitle', subtitle ?? ''],
      ['excerpt', excerpt],
    ],
    content,
  }
}

/** The fields of an article out of what splicing returns. A subtitle that the source does not have stays away. */
export function fieldsOfTexts({ fields, content }: ArticleTexts): TranslatedFields {
  const values = new Map(fields)
  return {
    title: values.get('title') ?? '',
    subtitle: values.get('subtitle') || null,
    excerpt: values.get('excerpt') ?? '',
    content,
  }
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
