import type { LoaderFunctionArgs } from 'react-router'
import { picturesOf } from '#app/article/article-pictures.server.ts'
import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { movedPermanently } from '#app/routes/redirects.ts'
import { findAuthor } from '#core/data/authors.ts'
import { listFeedArticles } from '#core/data/feeds.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import { findCategory } from '#core/domain/category.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { type Feed, feedLinks, feedUrl, lastChangeOf } from '#core/feeds/describe-feed.ts'
import { feedHtml, feedWords } from '#core/feeds/feed-html.ts'
import { isLanguage, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { feedIcons } from '#core/look/mark.ts'
import { articlePath, authorFeedPath, feedPath } from '#core/paths.ts'

const FEED_LENGTH = 25
/** The characters of all texts together. Many readers would reject a longer feed; the rest has its excerpt. */
const MOST_CHARACTERS = 1_048_576

interface FeedFormat {
  format: 'xml' | 'json'
  type: string
  build(feed: Feed): string
}

/** Makes the loader of the feeds of a format: of a language, of a section in it, and of an author. */
export function feedLoader({ format, type, build }: FeedFormat) {
  return cachedLoader([], async ({ context, params }: CachedLoaderArgs<LoaderFunctionArgs>) => {
    const feed = await loadFeed(context, params)
    if (!feed) return machineNotFound()
    if (typeof feed === 'string') return movedPermanently(feedPath(params.lang as Language, feed, format))
    const { author, language, articles, hubUrl } = feed
    if (author && author.slug !== params.author)
      return movedPermanently(authorFeedPath(author.slug, language, format))
    return machineResponse(build(feed), {
      type,
      lastChange: lastChangeOf(articles),
      links: feedLinks({ hubUrl, selfUrl: feedUrl(feed, format) }),
    })
  })
}

/**
 * The feed of the language and section or author in an address, or null when there is no such feed; the slug of a section when this
 * is its old address.
 */
async function loadFeed(
  context: LoaderFunctionArgs['context'],
  params: LoaderFunctionArgs['params'],
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
  // The articles of all languages decide whether there is such an author, and under which name.
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
