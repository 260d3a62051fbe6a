import { pictureFactsOf } from '#app/article/article-pictures.server.ts'
import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineChoices, machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { findLeftArticle } from '#app/routes/leave-language.server.ts'
import { foundElsewhere, movedPermanently } from '#app/routes/redirects.ts'
import { listCorrections } from '#core/data/article-corrections.ts'
import { mapTranslationsWithOriginals } from '#core/data/article-translations.ts'
import { findMovedArticle, findPublishedArticle, listNamesakes } from '#core/data/articles.ts'
import { findToldSources } from '#core/data/sourced-articles.ts'
import { articleTags } from '#core/domain/page-tags.ts'
import { buildArticleMarkdown } from '#core/feeds/article-markdown.ts'
import { articleMarkdownPath, articlePath } from '#core/paths.ts'
import type { Route } from './+types/article-markdown.ts'

/** An article as Markdown. Like its page, it is in English when there is no version in the language. */
export const loader = cachedLoader(
  ['lang'],
  async ({ context, params, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const server = context.get(serverContext)
    const { supabase, siteUrl, settings, tag, describeImage, offTurn } = server
    const language = query.lang
    const article = await findPublishedArticle(supabase, params.slug, language)
    if (!article) {
      const moved = await findMovedArticle(supabase, params.slug, language)
      if (moved) return movedPermanently(articleMarkdownPath(moved))
      const namesakes = await listNamesakes(supabase, params.slug, language)
      const [only, ...others] = namesakes
      if (!only) return (await findLeftArticle(server, params.slug, { markdown: true })) ?? machineNotFound()
      if (others.length === 0) return foundElsewhere(articleMarkdownPath(only))
      return machineChoices(namesakes.map((one) => siteUrl + articleMarkdownPath(one)))
    }
    tag(...articleTags(article, language))
    const [translations, told, corrections] = await Promise.all([
      mapTranslationsWithOriginals(supabase, article.original_article_id ? [article.id] : []),
      findToldSources(supabase, article.id),
      listCorrections(supabase, article.id),
    ])
    const translation = translations.get(article.id) ?? null
    const facts = {
      hero: (await describeImage(article.hero_image))?.facts ?? null,
      pictures: await pictureFactsOf(article.content, { describeImage }),
    }
    const t = translatorOf(article.language, settings)
    const response = machineResponse(
      await buildArticleMarkdown({ siteUrl, article, translation, facts, told, corrections, t, offTurn }),
      {
        type: 'text/markdown; charset=utf-8',
        lastChange: new Date(article.updated_at),
      },
    )
    response.headers.set('link', `<${siteUrl}${articlePath(article)}>; rel="canonical"`)
    response.headers.set('content-language', article.language)
    return response
  },
)
