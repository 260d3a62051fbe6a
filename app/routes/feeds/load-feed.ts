import type { RouterContextProvider } from 'react-router'
import { picturesOf } from '#app/article/article-pictures.server.ts'
import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { findAuthor } from '#core/data/authors.ts'
import { listFeedArticles } from '#core/data/feeds.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import { findCategory } from '#core/domain/category.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import type { Feed } from '#core/feeds/describe-feed.ts'
import { feedHtml, feedWords } from '#core/feeds/feed-html.ts'
import { isLanguage, LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { feedIcons } from '#core/look/mark.ts'
import { articlePath } from '#core/paths.ts'

const FEED_LENGTH = 25
/** The characters of all texts together. What is longer would keep many readers from taking the feed; the rest has its excerpt. */
const MOST_CHARACTERS = 1_048_576

/**
 * The feed of the language and section or author in an address, or null when there is no such feed; the slug of a section when this
 * is its old address.
 */
export async function loadFeed(
  context: Readonly<RouterContextProvider>,
  params: { lang: string; category?: string | undefined; author?: string | undefined },
): Promise<Feed | string | null> {
  const { lang: language, category: name, author: slug } = params
  const { supabase, siteUrl, hubUrl, settings, tag, describeImage, offTurn } = context.get(serverContext)
  const found = name === undefined ? null : findCategory(name, settings)
  if (!isLanguage(language) || (name !== undefined && !found)) return null
  const category = found?.category.slug ?? null
  if (category && found?.moved) return category
  if (slug !== undefined && !isSlug(slug)) return null

  // The feed of `news` has every category, like the page of that category.
  const filter = category && category !== ALL_CATEGORIES_PAGE ? category : undefined
  const [author, listed] = await Promise.all([
    slug === undefined ? null : findAuthor(supabase, slug),
    listFeedArticles(supabase, { language, category: filter, author: slug, limit: FEED_LENGTH }),
  ])
  if (slug !== undefined && !author) return null
  // Whether there is such an author, and of what name, is decided by the articles of all languages.
  if (author) tag(...LANGUAGE_CODES.flatMap((code) => listTags(code)))
  else tag(...listTags(language, filter))
  // A review is announced as a change of the article.
  tag(...listed.flatMap(({ translation }) => (translation ? `article:${translation.original_id}` : [])))
  const t = translatorOf(language, settings)
  let left = MOST_CHARACTERS
  const articles = await Promise.all(
    listed.map(async ({ content, ...article }) => {
      left -= content.length
      const shown = left < 0 ? '' : content
      const pictures = await picturesOf({ content: shown, language }, { describeImage, siteUrl, t })
      const url = siteUrl + articlePath(article)
      const words = { ...feedWords(t), pictures }
      return {
        ...article,
        facts: (await describeImage(article.hero_image))?.facts ?? null,
        html: await offTurn('core/feeds/feed-html.ts#feedHtml', feedHtml, shown, url, words),
      }
    }),
  )
  return { siteUrl, hubUrl, language, category, author, t, icons: feedIcons(settings, siteUrl), articles }
}
