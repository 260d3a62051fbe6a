import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { machineNotFound, machineResponse } from '#app/routes/feeds/machine-response.ts'
import { findPublishedArticle } from '#core/data/articles.ts'
import { articleTag } from '#core/domain/page-tags.ts'
import { buildArticleMarkdown } from '#core/feeds/article-markdown.ts'
import { articlePath } from '#core/feeds/feed-paths.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Route } from './+types/article-markdown.ts'

/** The Markdown twin of an article's page; like the page, it is English where the language has no version. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { supabase, siteUrl, tag } = context.get(serverContext)
  const article = await findPublishedArticle(supabase, params.slug, languageOfUrl(url))
  if (!article) return machineNotFound()
  tag(articleTag(article))
  const response = machineResponse(
    buildArticleMarkdown({ siteUrl, article, t: translatorOf(article.language) }),
    { type: 'text/markdown; charset=utf-8', lastChange: new Date(article.updated_at) },
  )
  response.headers.set('link', `<${siteUrl}${articlePath(article)}>; rel="canonical"`)
  response.headers.set('content-language', article.language)
  return response
}
