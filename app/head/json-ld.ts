import type { Author } from '#core/domain/article.ts'
import type { Settings } from '#core/domain/settings.ts'
import { inLanguage } from '#core/domain/site-words.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { DEFAULT_LANGUAGE, type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { iconPath } from '#core/look/mark.ts'
import type { ShareLook } from '#core/look/share-version.ts'
import { authorPath, categoryPath, legalPath, searchPath } from '#core/paths.ts'

export const SCHEMA = { '@context': 'https://schema.org' }

/** The origin and the language of a page. */
export interface Page {
  siteUrl: string
  language: Language
  /** The translator of that language. */
  t: Translate
}

/** The settings that describe the publication. */
export interface Publication {
  settings: Pick<Settings, 'editorial_responsibility' | 'social_profiles'> & ShareLook
}

/** The JSON-LD of an author's page in a language: the person, and breadcrumbs. */
export function describeAuthorPage({
  author,
  ...page
}: Page & { author: Pick<Author, 'slug' | 'name' | 'profile'> }) {
  const { siteUrl, language, t } = page
  const url = siteUrl + localizedPath(authorPath(author.slug), language)
  const name = singleLine(author.name)
  const profile = {
    ...SCHEMA,
    '@type': 'ProfilePage',
    url,
    name: t('author.title', { author: name }),
    inLanguage: language,
    mainEntity: { ...describeAuthor(author, page), ...describeProfile(author.profile, page) },
  }
  const crumbs = [
    { name: t('footer.nav.home'), path: localizedPath('/', language) },
    { name, path: localizedPath(authorPath(author.slug), language) },
  ]
  return [profile, describeBreadcrumbs(crumbs, page)]
}

/** Describes a person for readers, with the pages elsewhere that are about the same one. */
function describeProfile(
  profile: Author['profile'],
  { siteUrl, language }: Pick<Page, 'siteUrl' | 'language'>,
) {
  if (!profile) return {}
  const { picture, descriptions, languages, links } = profile
  const description = descriptions[language]
  return {
    ...(picture && { image: siteUrl + picture }),
    ...(description && { description }),
    ...(languages.length > 0 && { knowsLanguage: languages }),
    ...(links.length > 0 && { sameAs: links }),
  }
}

/** A person with a page, the same in every language. */
export function describeAuthor(
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
export function describeCategoryPage({ category, ...page }: Page & { category: string }) {
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

export function describePublisher({ siteUrl, language, settings, t }: Page & Publication) {
  const responsible = settings.editorial_responsibility
  return {
    '@type': 'NewsMediaOrganization',
    '@id': publisherId(siteUrl),
    name: t('site.name'),
    ...(responsible?.kind === 'organization' && { legalName: responsible.name }),
    url: `${siteUrl}/`,
    ...(settings.social_profiles.length > 0 && { sameAs: settings.social_profiles }),
    logo: {
      '@type': 'ImageObject',
      url: siteUrl + iconPath('icon-512.png', settings),
      width: 512,
      height: 512,
    },
    publishingPrinciples: siteUrl + localizedPath(legalPath('about'), language),
    correctionsPolicy: siteUrl + localizedPath(legalPath('disclaimer'), language),
  }
}

/** The person who is legally accountable. An organization is the `legalName` of the publisher instead. */
export function describeAccountable({
  editorial_responsibility: responsible,
}: Pick<Settings, 'editorial_responsibility'>) {
  if (responsible?.kind !== 'person') return {}
  return { accountablePerson: { '@type': 'Person', name: responsible.name } }
}

export interface Crumb {
  name: string
  path: string
}

export function categoryCrumbs(category: string, { language, t }: Page): Crumb[] {
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

function publisherId(siteUrl: string): string {
  return `${siteUrl}/#publisher`
}
