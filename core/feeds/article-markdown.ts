import type { Article } from '#core/domain/article.ts'
import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import { heroImageUrl } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { creditImages } from '#core/feeds/credit-images.ts'
import { describeTranslation } from '#core/feeds/describe-feed.ts'
import { escapeMarkdown } from '#core/feeds/escape.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { writeImageTitle } from '#core/markdown/image-title.ts'
import { articlePath } from '#core/paths.ts'
import { writeTitle } from '#core/translation/link-writing.ts'

/**
 * An article as Markdown, with title, subtitle, date, author and pictures as on its page. `facts` is what the library says of the hero
 * image and, by their addresses, of the pictures in the text. `t` translates into the article's language.
 */
export function buildArticleMarkdown(options: {
  siteUrl: string
  article: Article
  translation?: TranslationWithOriginal | null
  facts?: { hero: MediaFacts | null; pictures: ReadonlyMap<string, MediaFacts> }
  t: Translate
}): string {
  const { siteUrl, article, translation = null, facts, t } = options
  const byline = t('article.publishedBy', {
    date: formatArticleDate(article.publish_date, article.language),
    author: escapeMarkdown(article.author),
  })
  const parts = [
    `# ${escapeMarkdown(article.title)}`,
    ...(article.subtitle ? [`**${escapeMarkdown(article.subtitle)}**`] : []),
    `${byline} · [${escapeMarkdown(t('site.name'))}](${siteUrl}${articlePath(article)})`,
    ...statementOf({ ...article, translation }, { siteUrl, t }),
    ...(facts?.hero ? [heroOf(article, facts.hero, siteUrl)].filter(Boolean) : []),
    creditImages(article.content.trim(), (address) => creditOf(facts?.pictures.get(address) ?? null)),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The hero image with its caption and credit. */
function heroOf(article: Article, facts: MediaFacts, siteUrl: string): string {
  const url = heroImageUrl(article, siteUrl)
  const alt = facts.decorative ? '' : (facts.alts[article.language] ?? article.title)
  const title = writeImageTitle({ caption: facts.captions[article.language] ?? '', credit: creditOf(facts) })
  return url ? `![${escapeMarkdown(alt)}](${url}${title && ` "${writeTitle(title, '"')}"`})` : ''
}

/** Whose a picture is and under which licence, in one line. */
function creditOf(facts: MediaFacts | null): string {
  const { credit = null, licence = null, licence_url = null } = facts ?? {}
  return [credit, licence, licence_url].filter(Boolean).join(' · ')
}

/** That AI has translated the article, when it has. */
function statementOf(...args: Parameters<typeof describeTranslation>): string[] {
  const translated = describeTranslation(...args)
  if (!translated) return []
  const { statement, originalUrl } = translated
  const { before, link, after } = statement.origin
  return [`${before}${originalUrl ? `[${link}](${originalUrl})` : link}${after} ${statement.review}`]
}
