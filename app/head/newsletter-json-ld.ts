import { describeCorrections, headlineOf } from '#app/head/article-json-ld.ts'
import {
  type Crumb,
  describeAccountable,
  describeBreadcrumbs,
  describePublisher,
  type Page,
  type Publication,
  SCHEMA,
} from '#app/head/json-ld.ts'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import { SHARE_IMAGE_HEIGHT, SHARE_IMAGE_WIDTH } from '#core/domain/hero-image.ts'
import type { ListedNewsletter } from '#core/domain/newsletter-issue.ts'
import { singleLine } from '#core/feeds/escape.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { shareVersionOf } from '#core/look/share-version.ts'
import { NEWSLETTER_ISSUES_PATH, newsletterIssuePath, shareImagePath } from '#core/paths.ts'

/** The JSON-LD of an issue of the newsletter in one of its languages, with breadcrumbs. Its author is the publication. */
export function describeNewsletterPage({
  siteUrl,
  settings,
  issue,
  corrections,
  t,
}: Omit<Page, 'language'> &
  Publication & {
    issue: ListedNewsletter
    corrections: Pick<ArticleCorrection, 'text' | 'corrected_at'>[]
  }) {
  const { slug, language, languages } = issue
  const url = siteUrl + newsletterIssuePath(slug, language)
  const publisher = describePublisher({ siteUrl, settings, language, t })
  const times = [issue.started_at, ...corrections.map(({ corrected_at }) => corrected_at)].map(Date.parse)
  const version = (code: Language) => ({
    '@type': 'NewsArticle',
    '@id': `${siteUrl}${newsletterIssuePath(slug, code)}#article`,
    url: siteUrl + newsletterIssuePath(slug, code),
    inLanguage: code,
  })
  const others = languages.filter((code) => code !== language).map(version)
  const article = {
    ...SCHEMA,
    ...version(language),
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    headline: headlineOf(issue.subject),
    ...(issue.preheader && { description: singleLine(issue.preheader) }),
    image: [
      {
        '@type': 'ImageObject',
        url: siteUrl + shareImagePath() + (shareVersionOf(settings) ?? ''),
        width: SHARE_IMAGE_WIDTH,
        height: SHARE_IMAGE_HEIGHT,
      },
    ],
    datePublished: new Date(issue.started_at).toISOString(),
    dateModified: new Date(Math.max(...times)).toISOString(),
    ...describeCorrections(corrections),
    author: publisher,
    publisher,
    ...describeAccountable(settings),
    isPartOf: {
      '@type': 'Periodical',
      name: t('newsletter.block.title'),
      url: siteUrl + localizedPath(NEWSLETTER_ISSUES_PATH, language),
    },
    isAccessibleForFree: true,
    ...(others.length > 0 && { workTranslation: others }),
  }
  const page = { siteUrl, language, t }
  const crumbs = [
    ...archiveCrumbs(page),
    { name: singleLine(issue.subject), path: newsletterIssuePath(slug, language) },
  ]
  return [article, describeBreadcrumbs(crumbs, page)]
}

/** The JSON-LD of a page of the newsletter's archive: its issues, the first of which has `position`, and breadcrumbs. */
export function describeNewsletterArchive({
  path,
  issues,
  position,
  ...page
}: Page & Publication & { path: string; issues: readonly ListedNewsletter[]; position: number }) {
  const { siteUrl, language, t } = page
  const archive = {
    ...SCHEMA,
    '@type': 'CollectionPage',
    url: siteUrl + localizedPath(path, language),
    name: t('newsletter.issues.title'),
    description: t('newsletter.issues.description'),
    inLanguage: language,
    publisher: describePublisher(page),
    mainEntity: {
      '@type': 'ItemList',
      itemListOrder: 'https://schema.org/ItemListOrderDescending',
      itemListElement: issues.map((issue, index) => ({
        '@type': 'ListItem',
        position: position + index,
        name: singleLine(issue.subject),
        url: siteUrl + newsletterIssuePath(issue.slug, issue.language),
      })),
    },
  }
  return [archive, describeBreadcrumbs(archiveCrumbs(page), page)]
}

function archiveCrumbs({ language, t }: Page): Crumb[] {
  return [
    { name: t('footer.nav.home'), path: localizedPath('/', language) },
    { name: t('newsletter.issues.title'), path: localizedPath(NEWSLETTER_ISSUES_PATH, language) },
  ]
}
