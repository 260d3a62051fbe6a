import type { Article } from '#core/domain/article.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { TranslationWithOriginal } from '#core/domain/article-translation.ts'
import { heroImageUrl } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import { describeTranslation } from '#core/feeds/describe-feed.ts'
import { escapeMarkdown } from '#core/feeds/escape.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { readImageTitle, writeImageTitle } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readTarget } from '#core/markdown/source/link-target.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import type { OffTurn } from '#core/off-turn.ts'
import { articlePath } from '#core/paths.ts'
import { writeTitle } from '#core/translation/link-writing.ts'
import { applyEdits, type Edit } from '#core/translation/segment.ts'

/**
 * An article as Markdown, with title, subtitle, date, author and pictures as on its page. `facts` are the library's facts about the hero
 * image and, by their addresses, the pictures in the text. `t` translates into the article's language.
 */
export async function buildArticleMarkdown(options: {
  siteUrl: string
  article: Article
  translation?: TranslationWithOriginal | null
  facts?: { hero: MediaFacts | null; pictures: ReadonlyMap<string, MediaFacts> }
  told?: ToldSources | null
  corrections?: readonly Pick<ArticleCorrection, 'text' | 'corrected_at'>[]
  t: Translate
  offTurn: OffTurn
}): Promise<string> {
  const { siteUrl, article, translation = null, facts, told = null, corrections = [], t, offTurn } = options
  const credits = new Map(
    [...(facts?.pictures ?? [])].map(([address, known]) => [address, creditOf(known)] as const),
  )
  const content = await offTurn(
    'core/feeds/article-markdown.ts#creditImages',
    creditImages,
    article.content.trim(),
    credits,
  )
  const byline = t('article.publishedBy', {
    date: formatArticleDate(article.publish_date, article.language),
    author: escapeMarkdown(article.author),
  })
  const parts = [
    `# ${escapeMarkdown(article.title)}`,
    ...(article.subtitle ? [`**${escapeMarkdown(article.subtitle)}**`] : []),
    `${byline} · [${escapeMarkdown(t('site.name'))}](${siteUrl}${articlePath(article)})`,
    ...statementOf({ ...article, translation }, { siteUrl, t }),
    ...(told ? [t(told.model === null ? 'article.sources.cited' : 'article.sources.drafted')] : []),
    ...(facts?.hero ? [heroOf(article, facts.hero, siteUrl)].filter(Boolean) : []),
    content,
    ...(told ? sourcesOf(told, { t, language: article.language }) : []),
    ...(corrections.length > 0
      ? [`## ${t('corrections.title')}`, corrections.map(correctionOf).join('\n')]
      : []),
  ]
  return `${parts.join('\n\n')}\n`

  function correctionOf({ text, corrected_at }: Pick<ArticleCorrection, 'text' | 'corrected_at'>): string {
    return `- ${formatArticleDate(corrected_at, article.language)}: ${escapeMarkdown(text)}`
  }
}

/** The sources of the text, and the sentences that somebody has signed as own knowledge. */
function sourcesOf(told: ToldSources, { t, language }: { t: Translate; language: Language }): string[] {
  const sources = told.sources.map((source) => {
    const { number, outlet, title, url, published_at, state } = source
    const count = told.sentences.filter(({ sources }) => sources.includes(number)).length
    const said = [
      formatArticleDate(published_at, language),
      t('article.sources.count', { count }),
      ...(state === 'corrected' || state === 'withdrawn' ? [t(`article.sources.${state}`)] : []),
    ]
    const name = url ? `[${escapeMarkdown(title)}](<${url}>)` : escapeMarkdown(title)
    return `${number}. ${escapeMarkdown(outlet)}: ${name}, ${said.join(' · ')}`
  })
  const signed = told.sentences.flatMap(({ text, signed_by: name, reason }) =>
    name === null
      ? []
      : [
          `- “${escapeMarkdown(text)}” ${escapeMarkdown(t('article.sources.signed', { name, reason: reason ?? '' }))}`,
        ],
  )
  return [
    `## ${t('article.sources.title')}`,
    ...(told.is_original ? [] : [t('article.sources.ofOriginal')]),
    sources.join('\n'),
    ...(signed.length > 0 ? [`### ${t('article.sources.own')}`, signed.join('\n')] : []),
    t('article.sources.proves'),
  ].filter(Boolean)
}

/** The hero image with its caption and credit. */
function heroOf(article: Article, facts: MediaFacts, siteUrl: string): string {
  const url = heroImageUrl(article, siteUrl)
  const alt = facts.decorative ? '' : (facts.alts[article.language] ?? article.title)
  const title = writeImageTitle({ caption: facts.captions[article.language] ?? '', credit: creditOf(facts) })
  return url ? `![${escapeMarkdown(alt)}](${url}${title && ` "${writeTitle(title, '"')}"`})` : ''
}

/** A Markdown text in which images without a credit have the one of their address. */
export function creditImages(markdown: string, credits: ReadonlyMap<string, string>): string {
  if (credits.size === 0) return markdown
  const source = readSource(markdown)
  const edits: Edit[] = []
  for (const token of source.tokens) {
    if (!token.children?.some(({ type }) => type === 'image')) continue
    const { content, parts, map } = source.inlineOf(token)
    for (const { token: image, from, to } of parts) {
      const known = image.type === 'image' ? (credits.get(String(image.attrGet('src') ?? '')) ?? '') : ''
      const title = readImageTitle(String(image.attrGet('title') ?? ''))
      if (known === '' || title.credit !== '') continue
      const target = readTarget(content, { from: from + '!['.length + image.content.length, to })
      // A definition may belong to several images, so its title stays.
      if (target.kind !== 'inline') continue
      const written = writeImageTitle({ ...title, credit: known })
      const quote = target.title?.quote ?? '"'
      const place = target.title ?? { from: target.address.to, to: target.address.to }
      const text = writeTitle(written, quote)
      edits.push({
        from: toSource(map, place.from),
        to: toSource(map, place.to),
        text: target.title ? text : ` "${text}"`,
      })
    }
  }
  return applyEdits(markdown, edits)
}

/** The credit and the licence of a picture, in one line. */
function creditOf(facts: MediaFacts | null): string {
  const { credit = null, licence = null, licence_url = null } = facts ?? {}
  return [credit, licence, licence_url].filter(Boolean).join(' · ')
}

/** The statement that AI has translated the article, if it has. */
function statementOf(...args: Parameters<typeof describeTranslation>): string[] {
  const translated = describeTranslation(...args)
  if (!translated) return []
  const { statement, originalUrl } = translated
  const { before, link, after } = statement.origin
  return [`${before}${originalUrl ? `[${link}](${originalUrl})` : link}${after} ${statement.review}`]
}
