import {
  categoryCrumbs,
  describeAccountable,
  describeAuthor,
  describeBreadcrumbs,
  describePublisher,
  type Page,
  type Publication,
  SCHEMA,
} from '#app/head/json-ld.ts'
import { type Article, articleTimes } from '#core/domain/article.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { TranslationFacts } from '#core/domain/article-translation.ts'
import { heroImageUrl, SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import { translationStatement } from '#core/domain/translation-statement.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { shareVersionOf } from '#core/look/share-version.ts'
import { articlePath, shareImagePath } from '#core/paths.ts'

/** Search engines truncate longer headlines. */
const HEADLINE_MAX_LENGTH = 110
/** The names that schema.org has for the codes of the IPTC. */
const DIGITAL_SOURCES = {
  trainedAlgorithmicMedia: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  compositeWithTrainedAlgorithmicMedia:
    'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
}

type ArticleVersion = Pick<Article, 'slug' | 'language'>

/** The JSON-LD of an article, with breadcrumbs. `versions` are all its published versions, itself included. */
export function describeArticlePage(
  options: Omit<Page, 'language'> &
    Publication & {
      article: Omit<Article, 'content'>
      /** The address of the author's page, when there is one. */
      authorSlug?: string | null
      /** The facts about the hero image. */
      facts?: MediaFacts | null
      versions: ArticleVersion[]
      corrections: Pick<ArticleCorrection, 'text' | 'corrected_at'>[]
      /** The facts about its translation, if it is one and they are recorded. */
      translation?: TranslationFacts | null
      /** The sources of its text, if they are recorded. */
      told?: ToldSources | null
    },
) {
  const { article, ...rest } = options
  const page = { ...rest, language: article.language }
  const crumbs = [
    ...categoryCrumbs(article.category, page),
    { name: singleLine(article.title), path: articlePath(article) },
  ]
  return [describeArticle(options), describeBreadcrumbs(crumbs, page)]
}

/** A schema.org NewsArticle with the properties that Google's documentation recommends. */
function describeArticle(options: Parameters<typeof describeArticlePage>[0]) {
  const { siteUrl, article, authorSlug = null, facts = null, versions, corrections, settings, t } = options
  const url = siteUrl + articlePath(article)
  const hero = heroImageUrl(article, siteUrl)
  const { published, modified } = articleTimes(article)
  return {
    ...SCHEMA,
    '@type': 'NewsArticle',
    '@id': articleId(article, siteUrl),
    url,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    headline: headlineOf(article.title),
    description: singleLine(article.social_description || article.excerpt),
    image: [
      ...(hero ? [describeHero(hero, facts)] : []),
      {
        '@type': 'ImageObject',
        url: siteUrl + shareImagePath(article) + (shareVersionOf(settings) ?? ''),
        width: SHARE_IMAGE_WIDTH,
        height: SHARE_IMAGE_HEIGHT,
      },
    ],
    datePublished: published,
    dateModified: modified,
    ...describeCorrections(corrections),
    author: describeAuthor(
      { slug: authorSlug, name: article.author },
      { siteUrl, language: article.language },
    ),
    publisher: describePublisher({ siteUrl, settings, language: article.language, t }),
    ...describeAccountable(settings),
    ...describeMaking(options),
    ...describeCitations(options.told),
    inLanguage: article.language,
    articleSection: t(`category.${article.category}.name`),
    isAccessibleForFree: true,
    ...describeTranslations(article, versions, siteUrl),
  }
}

/**
 * Describes the making of a text that a model has translated or drafted. Its editor is the person who is accountable, once it has been
 * reviewed; a draft was, or it would not be published.
 */
function describeMaking({
  article,
  translation,
  told,
  settings,
  t,
}: Pick<Parameters<typeof describeArticlePage>[0], 'article' | 'translation' | 'told' | 'settings' | 't'>) {
  const statement =
    translationStatement(translation, { t, language: article.language }) ??
    (told?.is_original && told.model !== null
      ? { digitalSource: 'compositeWithTrainedAlgorithmicMedia' as const }
      : null)
  if (!statement) return {}
  const { accountablePerson: editor } = describeAccountable(settings)
  const isReviewed = statement.digitalSource === 'compositeWithTrainedAlgorithmicMedia'
  return {
    digitalSourceType: DIGITAL_SOURCES[statement.digitalSource],
    ...(isReviewed && editor && { editor }),
  }
}

/** The sources of the text. A source that only an editor has seen has no address. */
function describeCitations(told: ToldSources | null | undefined) {
  if (!told || told.sources.length === 0) return {}
  return {
    citation: told.sources.map(({ title, outlet, url, language, published_at }) => ({
      '@type': 'CreativeWork',
      name: singleLine(title),
      ...(url && { url }),
      ...(language && { inLanguage: language }),
      datePublished: new Date(published_at).toISOString(),
      publisher: { '@type': 'Organization', name: singleLine(outlet) },
    })),
  }
}

/** schema.org has a type for the note that says what was wrong. */
export function describeCorrections(corrections: Parameters<typeof describeArticlePage>[0]['corrections']) {
  if (corrections.length === 0) return {}
  return {
    correction: corrections.map(({ text, corrected_at }) => ({
      '@type': 'CorrectionComment',
      text: singleLine(text),
      datePublished: new Date(corrected_at).toISOString(),
    })),
  }
}

/** The address alone where nothing else is known. */
function describeHero(url: string, facts: MediaFacts | null) {
  if (!facts?.credit && !facts?.licence_url) return url
  return {
    '@type': 'ImageObject',
    url,
    ...(facts.credit && { creditText: facts.credit }),
    ...(facts.licence_url && { license: facts.licence_url }),
  }
}

/** Links a translation to its original, or an original to its translations; only published versions. */
function describeTranslations(
  article: Pick<Article, 'language' | 'original_article_id'>,
  versions: ArticleVersion[],
  siteUrl: string,
) {
  const isTranslation = article.original_article_id !== null
  const named = versions
    .filter(({ language }) => (isTranslation ? language === DEFAULT_LANGUAGE : language !== article.language))
    .map((version) => ({
      '@type': 'NewsArticle',
      '@id': articleId(version, siteUrl),
      url: siteUrl + articlePath(version),
      inLanguage: version.language,
    }))
  const [original] = named
  if (!original) return {}
  return isTranslation ? { translationOfWork: original } : { workTranslation: named }
}

/** The title, truncated after a word when it is too long. */
export function headlineOf(title: string): string {
  const characters = [...singleLine(title)]
  if (characters.length <= HEADLINE_MAX_LENGTH) return characters.join('')
  // The character that the ellipsis replaces may be the space after the last word.
  const words = /^(.+) /.exec(characters.slice(0, HEADLINE_MAX_LENGTH).join(''))?.[1]
  return `${words ?? characters.slice(0, HEADLINE_MAX_LENGTH - 1).join('')}…`
}

function articleId(article: ArticleVersion, siteUrl: string): string {
  return `${siteUrl}${articlePath(article)}#article`
}
