import { ARTICLE_RELATIONS } from '#server/rest/catalog/article-relations.ts'
import type { Relation } from '#server/rest/catalog/catalog-entry.ts'
import { DESK_RELATIONS } from '#server/rest/catalog/desk-relations.ts'
import { MEDIA_RELATIONS } from '#server/rest/catalog/media-relations.ts'
import { NEWSLETTER_RELATIONS } from '#server/rest/catalog/newsletter-relations.ts'
import { TRANSLATION_RELATIONS } from '#server/rest/catalog/translation-relations.ts'

/** The tables and views that `/rest/v1` can reach. */
export const RELATIONS: Relation[] = [
  ...ARTICLE_RELATIONS,
  ...TRANSLATION_RELATIONS,
  ...MEDIA_RELATIONS,
  ...NEWSLETTER_RELATIONS,
  ...DESK_RELATIONS,
]
