import type { PublishedCorrection } from '#core/domain/article-correction.ts'
import type { Category } from '#core/domain/category.ts'
import { type NewsletterEdition, SECTIONS } from '#core/domain/newsletter-issue.ts'
import { type Xml, xml } from '#core/feeds/escape.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, type Language, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { STORY_PICTURES, storyPicturePath } from '#core/newsletter/story-pictures.ts'
import { articlePath, categoryPath } from '#core/paths.ts'
import type {
  AlsoPublished,
  IssueItem,
  LinkedArticle,
  StoryPicture,
} from '#server/features/newsletter/read-issue.ts'

interface Derivation {
  edition: Pick<NewsletterEdition, 'introduction'>
  language: Language
  items: readonly IssueItem[]
  corrections: readonly PublishedCorrection[]
  /** By their addresses in articles. */
  pictures: ReadonlyMap<string, StoryPicture>
  /** True if all stories show their pictures, and not only the first. */
  showsPictures: boolean
  also: readonly AlsoPublished[]
  categories: readonly Category[]
  siteUrl: string
  t: Translate
}

/** The HTML of an edition without edited content: its introduction, its items in sections, recent corrections, and what else was published. */
export function deriveContent(derivation: Derivation): string {
  const { edition, items, corrections, also, t } = derivation
  let isLead = true
  const sections = SECTIONS.map((section) => ({
    title: t(`newsletter.issue.section.${section}`),
    entries: items.flatMap((item) => {
      if (item.section !== section || item.left_out !== null) return []
      const entry = writeItem(item, isLead, derivation)
      if (entry) isLead = false
      return entry ?? []
    }),
  }))
  return [
    ...writeParagraphs(edition.introduction),
    ...sections.flatMap(({ title, entries }) =>
      entries.length > 0 ? [xml`<h2>${title}</h2>`, ...entries] : [],
    ),
    ...(corrections.length > 0 ? [writeCorrections(corrections, derivation)] : []),
    ...(also.length > 0 && !isLead ? [writeAlsoPublished(derivation)] : []),
  ]
    .map((piece) => piece.xml)
    .join('\n')
}

/** Null for an article that is not published. */
function writeItem(item: IssueItem, isLead: boolean, derivation: Derivation): Xml | null {
  const { language, t } = derivation
  const article = versionFor(language, item.articles)
  if (!article) return null
  const text = summaryFor(language, item, article)
  const isForeign = article.language !== language
  const facts = [article.author, formatArticleDate(article.publish_date, language)]
  if (isForeign) facts.push(t('newsletter.issue.inEnglish'))
  return xml`<p data-section="${article.category}">${writePicture(article, isLead, derivation)}${t(`card.badge.${article.category}`)}</p>
<h3>${writeLink(article, derivation)}</h3>
${text.language === language ? xml`<p>${text.summary}</p>` : xml`<p lang="${text.language}">${text.summary}</p>`}
<p><small>${facts.join(' · ')}</small></p>`
}

/** A link has to say what it shows: the title where the library has no description. */
function writePicture(
  article: LinkedArticle,
  isLead: boolean,
  { pictures, showsPictures, siteUrl, language }: Derivation,
): Xml | null {
  const picture = article.hero_image === null ? undefined : pictures.get(article.hero_image)
  if (!picture || !(isLead || showsPictures)) return null
  const size = isLead ? 'lead' : 'small'
  const { width, height } = STORY_PICTURES[size]
  const described = picture.alts[language]
  const alt = described ?? picture.alts[article.language] ?? article.title
  const lang = described || article.language === language ? null : xml` lang="${article.language}"`
  return xml`<a href="${siteUrl + articlePath(article)}"${lang}><img src="${storyPicturePath({ ...picture, size })}" alt="${alt}" width="${String(width)}" height="${String(height)}" /></a>`
}

/** So many are named; the sections of the others are linked. */
const MAX_ALSO = 5

function writeAlsoPublished(derivation: Derivation): Xml {
  const { also, categories, siteUrl, language, t } = derivation
  const rest = also.slice(MAX_ALSO)
  const places = categories.filter(({ slug }) => rest.some(({ category }) => category === slug))
  const links = places.map(
    ({ slug }) =>
      xml`<a href="${siteUrl + localizedPath(categoryPath(slug), language)}">${t(`category.${slug}.name`)}</a>`
        .xml,
  )
  return xml`<h2>${t('newsletter.issue.also')}</h2>
<ul>${also.slice(0, MAX_ALSO).map((article) => xml`<li data-part="${article.category}">${writeLink(article, derivation)}</li>`)}</ul>${
    rest.length > 0
      ? xml`
<p data-part="*">${t('newsletter.issue.also.more', { count: rest.length })} ${{ xml: links.join(' · ') }}</p>`
      : null
  }`
}

function writeLink(
  { title, ...version }: Pick<LinkedArticle, 'slug' | 'language' | 'title'>,
  { siteUrl, language }: Derivation,
): Xml {
  const href = siteUrl + articlePath(version)
  return version.language === language
    ? xml`<a href="${href}">${title}</a>`
    : xml`<a href="${href}" hreflang="${version.language}" lang="${version.language}">${title}</a>`
}

function writeCorrections(corrections: readonly PublishedCorrection[], derivation: Derivation): Xml {
  const { language, t } = derivation
  const notes = corrections.map((correction) => {
    const date = formatArticleDate(correction.corrected_at, language)
    const text =
      correction.language === language
        ? xml`${correction.text}`
        : xml`<em lang="${correction.language}">${correction.text}</em>`
    return xml`<li>${writeLink(correction, derivation)} (${date}): ${text}</li>`
  })
  return xml`<h2>${t('newsletter.issue.corrections')}</h2>
<ul>${notes}</ul>`
}

/** The published version in the reader's language, or else the English one. */
function versionFor(language: Language, versions: readonly LinkedArticle[]): LinkedArticle | undefined {
  const published = versions.filter((version) => version.published)
  const inLanguage = (code: Language) => published.find((version) => version.language === code)
  return inLanguage(language) ?? inLanguage(DEFAULT_LANGUAGE)
}

function summaryFor(
  language: Language,
  { summaries }: IssueItem,
  article: LinkedArticle,
): { summary: string; language: Language } {
  const inLanguage = (code: Language) => summaries.find((summary) => summary.language === code)
  return (
    inLanguage(language) ??
    (article.language === language ? undefined : inLanguage(article.language)) ?? {
      summary: article.excerpt,
      language: article.language,
    }
  )
}

/** Paragraphs are between empty lines. */
function writeParagraphs(text: string): Xml[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const lines = paragraph.split('\n').map((line) => xml`${line}`.xml)
      return xml`<p>${{ xml: lines.join('<br />') }}</p>`
    })
}
