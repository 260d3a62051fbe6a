import type { Article } from '#core/domain/article.ts'
import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import { describeTranslation } from '#core/feeds/describe-feed.ts'
import { escapeMarkdown } from '#core/feeds/escape.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

/** An article as Markdown, with title, subtitle, date and author as on its page. `t` translates into the article's language. */
export function buildArticleMarkdown(options: {
  siteUrl: string
  article: Article
  translation?: TranslationWithOriginal | null
  t: Translate
}): string {
  const { siteUrl, article, translation = null, t } = options
  const byline = t('article.publishedBy', {
    date: formatArticleDate(article.publish_date, article.language),
    author: escapeMarkdown(article.author),
  })
  const parts = [
    `# ${escapeMarkdown(article.title)}`,
    ...(article.subtitle ? [`**${escapeMarkdown(article.subtitle)}**`] : []),
    `${byline} · [${escapeMarkdown(t('site.name'))}](${siteUrl}${articlePath(article)})`,
    ...statementOf({ ...article, translation }, { siteUrl, t }),
    article.content.trim(),
  ]
  return `${parts.join('\n\n')}\n`
}

/** That AI has translated the article, when it has. */
function statementOf(...args: Parameters<typeof describeTranslation>): string[] {
  const translated = describeTranslation(...args)
  if (!translated) return []
  const { statement, originalUrl } = translated
  const { before, link, after } = statement.origin
  return [`${before}${originalUrl ? `[${link}](${originalUrl})` : link}${after} ${statement.review}`]
}
