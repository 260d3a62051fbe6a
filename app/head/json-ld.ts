import type { Article, Author, Category } from '#core/domain/article.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import { articleTimes } from '#core/domain/article-times.ts'
import type { TranslationFacts } from '#core/domain/article-translation.ts'
import { heroImageUrl, SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#core/domain/hero-image.ts'
import type { MediaFacts } from '#core/domain/media-file.ts'
import type { Settings } from '#core/domain/settings.ts'
import { inLanguage } from '#core/domain/site-words.ts'
import { translationStatement } from '#core/domain/translation-statement.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { DEFAULT_LANGUAGE, type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { articlePath, authorPath, categoryPath, legalPath, searchPath, shareImagePath } from '#core/paths.ts'

/** Search engines truncate longer headlines. */
const HEADLINE_MAX_LENGTH = 110
export const SCHEMA = { '@context': 'https://schema.org' }
/** The names that schema.org has for the codes of the IPTC. */
const DIGITAL_SOURCES = {
  trainedAlgorithmicMedia: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  compositeWithTrainedAlgorithmicMedia:
    'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
}

type ArticleVersion = Pick<Article, 'slug' | 'language'>

/** The origin and the language of a page. */
export interface Page {
  siteUrl: string
  language: Language
  /** The translator of that language. */
  t: Translate
}

/** The settings that describe the publication. */
export interface Publication {
  settings: Pick<Settings, 'tagline' | 'editorial_responsibility'>
}

/** The JSON-LD of an article, with breadcrumbs. `versions` are all its published versions, itself included. */
export function describeArticlePage(
  options: Omit<Page, 'language'> &
    Publication & {
      article: Omit<Article, 'content'>
      /** The address of the author's page, when there is one. */
      authorSlug?: string | null
      /** What is known of the hero image. */
      facts?: MediaFacts | null
      versions: ArticleVersion[]
      corrections: Pick<ArticleCorrection, 'text' | 'corrected_at'>[]
      /** How it was translated, when it is a translation and that is recorded. */
      translation?: TranslationFacts | null
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

/** The JSON-LD of an author's page in a language: who that is, and breadcrumbs. */
export function describeAuthorPage({ author, ...page }: Page & { author: Pick<Author, 'slug' | 'name'> }) {
  const { siteUrl, language, t } = page
  const url = siteUrl + localizedPath(authorPath(author.slug), language)
  const name = singleLine(author.name)
  const profile = {
    ...SCHEMA,
    '@type': 'ProfilePage',
    url,
    name: t('author.title', { author: name }),
    inLanguage: language,
    mainEntity: describeAuthor(author, page),
  }
  const crumbs = [
    { name: t('footer.nav.home'), path: localizedPath('/', language) },
    { name, path: localizedPath(authorPath(author.slug), language) },
  ]
  return [profile, describeBreadcrumbs(crumbs, page)]
}

/** A person with a page, who is the same in every language. */
function describeAuthor(
  { slug, name }: { slug: string | null; name: string },
  { siteUrl, language }: Pick<Page, 'siteUrl' | 'language'>,
) {
  return {
    '@type': 'Person',
    ...(slug && { '@id': `${siteUrl}${authorPath(slug)}#author` }),
    name: singleLine(name),
    ...(slug && { url: siteUrl + localizedPath(authorPath(slug), language) }),
  }
}

/** The JSON-LD of a category: its breadcrumbs. */
export function describeCategoryPage({ category, ...page }: Page & { category: Category }) {
  return [describeBreadcrumbs(categoryCrumbs(category, page), page)]
}

/** The JSON-LD of the home page: the site, its search, and its publisher. */
export function describeHomePage(page: Page & Publication) {
  const { siteUrl, language, settings, t } = page
  const url = siteUrl + localizedPath('/', language)
  const search = `${siteUrl}${searchPath()}?q={search_term_string}`
  const site = {
    ...SCHEMA,
    '@type': 'WebSite',
    '@id': `${url}#website`,
    url,
    name: t('site.name'),
    description: t('meta.home.description'),
    inLanguage: language,
    publisher: { '@id': publisherId(siteUrl) },
    ...describeAccountable(settings),
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: language === DEFAULT_LANGUAGE ? search : `${search}&lang=${language}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
  const publisher = {
    ...SCHEMA,
    ...describePublisher(page),
    ...(settings.tagline && { slogan: inLanguage(settings.tagline, language) }),
  }
  return [site, publisher]
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
    description: singleLine(article.excerpt),
    image: [
      ...(hero ? [describeHero(hero, facts)] : []),
      {
        '@type': 'ImageObject',
        url: siteUrl + shareImagePath(article),
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
    inLanguage: article.language,
    articleSection: t(`category.${article.category}.name`),
    isAccessibleForFree: true,
    ...describeTranslations(article, versions, siteUrl),
  }
}

/** How a translation by AI was made. Its editor is the person who is accountable, once it has been reviewed. */
function describeMaking({
  article,
  translation,
  settings,
  t,
}: Pick<Parameters<typeof describeArticlePage>[0], 'article' | 'translation' | 'settings' | 't'>) {
  const statement = translationStatement(translation, { t, language: article.language })
  if (!statement) return {}
  const { accountablePerson: editor } = describeAccountable(settings)
  const isReviewed = statement.digitalSource === 'compositeWithTrainedAlgorithmicMedia'
  return {
    digitalSourceType: DIGITAL_SOURCES[statement.digitalSource],
    ...(isReviewed && editor && { editor }),
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

export function describePublisher({ siteUrl, language, settings, t }: Page & Publication) {
  const responsible = settings.editorial_responsibility
  return {
    '@type': 'NewsMediaOrganization',
    '@id': publisherId(siteUrl),
    name: t('site.name'),
    ...(responsible?.kind === 'organization' && { legalName: responsible.name }),
    url: `${siteUrl}/`,
    logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
    publishingPrinciples: siteUrl + localizedPath(legalPath('about'), language),
    correctionsPolicy: siteUrl + localizedPath(legalPath('disclaimer'), language),
  }
}

/** The person who is legally accountable. An organization is the `legalName` of the publisher instead. */
export function describeAccountable({ editorial_responsibility: responsible }: Publication['settings']) {
  if (responsible?.kind !== 'person') return {}
  return { accountablePerson: { '@type': 'Person', name: responsible.name } }
}

export interface Crumb {
  name: string
  path: string
}

function categoryCrumbs(category: Category, { language, t }: Page): Crumb[] {
  return [
    { name: t('footer.nav.home'), path: localizedPath('/', language) },
    { name: t(`category.${category}.name`), path: localizedPath(categoryPath(category), language) },
  ]
}

export function describeBreadcrumbs(crumbs: Crumb[], { siteUrl }: Page) {
  return {
    ...SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + path,
    })),
  }
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

function publisherId(siteUrl: string): string {
  return `${siteUrl}/#publisher`
}
