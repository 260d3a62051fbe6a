import type { ArticleSummary, Author } from '#core/domain/article.ts'
import type { Category } from '#core/domain/category.ts'
import type { TitledPage } from '#core/domain/page.ts'
import { escapeMarkdown, singleLine } from '#core/feeds/escape.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import {
  articleMarkdownPath,
  authorPath,
  categoryPath,
  jsonFeedPath,
  legalPath,
  NEWSLETTER_ISSUES_PATH,
  newsletterFeedPath,
  ownPagePath,
  rssPath,
} from '#core/paths.ts'

/** The site and its content described for language models (https://llmstxt.org). `t` translates into English. */
export function buildLlmsText(options: {
  siteUrl: string
  t: Translate
  categories: readonly Pick<Category, 'slug'>[]
  /** The languages that readers are offered. */
  languages: readonly Language[]
  articles: Pick<ArticleSummary, 'slug' | 'language' | 'title' | 'excerpt'>[]
  authors?: readonly Pick<Author, 'slug' | 'name'>[]
  /** The pages that were added on the desk. */
  ownPages?: readonly TitledPage[]
}): string {
  const { siteUrl, t, categories, articles, authors = [], ownPages = [] } = options
  const link = (title: string, path: string) => `- [${escapeMarkdown(title)}](${siteUrl}${path})`
  const note = (text: string) => `: ${escapeMarkdown(text)}`
  const offered = LANGUAGES.filter(({ code }) => options.languages.includes(code))
  const languages = offered.map(({ code, name }) => `${name} (\`${code}\`)`)

  const sections = categories.map(
    ({ slug }) =>
      link(t(`category.${slug}.name`), categoryPath(slug)) + note(t(`category.${slug}.description`)),
  )
  const newest = articles.map(
    (article) => link(article.title, articleMarkdownPath(article)) + note(article.excerpt),
  )
  const people = authors.map(({ slug, name }) => link(singleLine(name), authorPath(slug)))
  const feeds = offered.flatMap(({ code, name }) => [
    link(`${name}, RSS`, rssPath(code)),
    link(`${name}, JSON Feed`, jsonFeedPath(code)),
    link(`${name}, newsletter`, newsletterFeedPath(code)),
  ])
  const pages = [
    link(t('newsletter.issues.title'), NEWSLETTER_ISSUES_PATH) + note(t('newsletter.issues.text')),
    link(t('meta.about.title'), legalPath('about')) + note(t('meta.about.description')),
    link(t('meta.terms.title'), legalPath('terms')) + note(t('meta.terms.description')),
    link(t('meta.contact.title'), legalPath('contact')) + note(t('meta.contact.description')),
    ...ownPages.flatMap(({ slug, titles: { en } }) => (en ? link(en, ownPagePath(slug)) : [])),
  ]
  return `# ${escapeMarkdown(t('site.name'))}

> ${escapeMarkdown(t('meta.home.description'))}

The languages are ${new Intl.ListFormat('en').format(languages)}. An address is in English unless it says otherwise, as in \`?lang=de\`. Every article is also there as Markdown, at its address with \`.md\` after the path.

${writeSection('Sections', sections)}
${writeSection('Newest articles', newest)}
${people.length > 0 ? `${writeSection('Authors', people)}\n` : ''}${writeSection('Feeds', feeds)}
${writeSection('Optional', pages)}`
}

function writeSection(title: string, lines: string[]): string {
  return `## ${title}\n\n${lines.join('\n')}\n`
}
