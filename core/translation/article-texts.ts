import { SHORT_TEXTS, type TranslatedFields } from '#core/domain/article.ts'
import { isOptionalText } from '#core/domain/article-fields.ts'
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

/** The kind of a segment, as far as it decides how it is translated: a title may be worded in another way than a paragraph. */
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

/**
 * Reads the text of a translation for each segment of its source, with tags that are numbered as those of the source. Null when the two do
 * not have the same segments, or a segment has other tags: an editor has changed the structure.
 */
export function readTranslation(source: ArticleCut, translation: ArticleCut): string[] | null {
  if (source.segments.length !== translation.segments.length) return null
  const [sourceTags, tags] = [tagsOfSegments(source), tagsOfSegments(translation)]
  const texts: string[] = []
  for (const [index, segment] of source.segments.entries()) {
    const other = translation.segments[index]
    if (!other || contextOf(segment) !== contextOf(other)) return null
    const text = retag(other.text, {
      tags: tags.get(other.id) ?? [],
      sourceTags: sourceTags.get(segment.id) ?? [],
    })
    if (text === null) return null
    texts.push(text)
  }
  return texts
}

function retag(
  text: string,
  { tags, sourceTags }: { tags: TextTag[]; sourceTags: TextTag[] },
): string | null {
  if (tags.length !== sourceTags.length) return null
  const left = new Set(sourceTags)
  const ids = new Map<string, string>()
  const take = (tag: TextTag, fits: (other: TextTag) => boolean) => {
    const found = [...left].find((other) => other.kind === tag.kind && fits(other))
    if (!found) return
    left.delete(found)
    ids.set(tag.id, found.id)
  }
  for (const tag of tags) take(tag, ({ value }) => value === tag.value)
  // A link to one of our own articles leads to its translation.
  for (const tag of tags) if (!ids.has(tag.id) && tag.kind === 'a') take(tag, () => true)
  if (ids.size !== tags.length) return null
  return text.replace(/(<\/?)([a-z]\d{1,6})(\/?>)/g, (whole, before: string, id: string, after: string) =>
    ids.has(id) ? `${before}${ids.get(id)}${after}` : whole,
  )
}
