import * as z from 'zod'
import { linksOf, partToCheck } from '#core/check/checked-article.ts'
import { findPublishedArticle, listPublishedVersions } from '#core/data/articles.ts'
import { type Article, articleTimes } from '#core/domain/article.ts'
import { isSlug, SLUG_MAX_LENGTH } from '#core/domain/article-slug.ts'
import { isLanguage, languageOfUrl } from '#core/i18n/languages.ts'
import { ARTICLE_PREFIX, articleMarkdownPath, articlePath } from '#core/paths.ts'
import { language, part, partOf, requireOffered } from '#server/features/mcp/inputs.ts'
import { frame, oneLine, readersTool, type ToolContext, ToolRefusal } from '#server/features/mcp/tool.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** An old address leads to the present one in one step, or in two when the language changes too. */
const MAX_REDIRECTS = 3
/** More links than a text has. */
const MAX_SOURCES = 100

export const readArticleTool = readersTool(
  {
    name: 'read_article',
    title: 'Read an article',
    description:
      'Returns a published article as Markdown, with its addresses in all languages and the addresses of the sources that it links to. When there is no version in the language, it is the English one. Quote it with its address.',
    input: z.strictObject({
      slug: z
        .string()
        .max(SLUG_MAX_LENGTH + 2_000)
        .describe('The slug of the article, or its address on this site.'),
      language,
      part,
    }),
  },
  async (context, { slug, language, part: asked }) => {
    const { readers, settings, siteUrl } = context
    const wanted = addressOf(slug, siteUrl) ?? { slug, language }
    requireOffered(wanted.language, settings)
    if (!isSlug(wanted.slug))
      throw new ToolRefusal('This is neither a slug nor the address of an article here.')
    const { markdown, path } = await fetchMarkdown(context, articleMarkdownPath(wanted))
    const found = addressOf(siteUrl + path.replace('.md', ''), siteUrl)
    const article = found && (await findPublishedArticle(readers, found.slug, found.language))
    if (!article) throw gone()
    const { text, said } = partOf(markdown, asked)
    return frame(
      [...(await describeAddresses(article, context)), ...said],
      asked === 1 ? `${text}${await sourcesOf(article)}` : text,
    )
  },
)

/** The slug and the language in the address of an article of ours; null for anything else. */
function addressOf(text: string, siteUrl: string) {
  const url = text.startsWith('/') ? `${siteUrl}${text}` : text
  if (!url.startsWith(`${siteUrl}${ARTICLE_PREFIX}`)) return null
  const { pathname, search } = new URL(url)
  return {
    slug: pathname.slice(ARTICLE_PREFIX.length).replace(/\.md$/, ''),
    language: languageOfUrl({ search }),
  }
}

/** @throws ToolRefusal when readers have no such article */
async function fetchMarkdown(
  { fetchPage, siteUrl }: ToolContext,
  first: string,
): Promise<{ markdown: string; path: string }> {
  let path = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetchPage(path)
    const body = await response.text()
    if (response.status === 200) return { markdown: body, path }
    if (response.status === 300) {
      const choices = body
        .trim()
        .split('\n')
        .map((address) => address.replace('.md', ''))
      throw new ToolRefusal(`Several articles have had this slug. Read one of ${choices.join(' ')}`)
    }
    const location = response.headers.get('location')
    if (!location) {
      if (response.status === 404) throw gone()
      throw new Error(`An article as Markdown was answered with ${response.status}`)
    }
    const { origin, pathname, search } = new URL(location, siteUrl)
    if (origin !== siteUrl) throw gone()
    path = pathname + search
  }
  throw gone()
}

const gone = () =>
  new ToolRefusal('There is no published article with this slug in this language or in English.')

async function describeAddresses(article: Article, { readers, siteUrl }: ToolContext): Promise<string[]> {
  const { published, modified } = articleTimes(article)
  const versions = await listPublishedVersions(readers, article)
  const others = versions.filter(
    (version) => version.language !== article.language && isLanguage(version.language),
  )
  return [
    `Article in "${article.language}", section ${article.category}, published ${published}, last changed ${modified}.`,
    `Its address, to be cited: ${siteUrl}${articlePath(article)}`,
    ...others.map((version) => `In "${version.language}": ${siteUrl}${articlePath(version)}`),
  ]
}

/** The addresses that an article links to. */
async function sourcesOf(article: Article): Promise<string> {
  const links = await offTurn('core/check/checked-article.ts#linksOf', linksOf, partToCheck(article))
  const sources = [...new Set(links)].filter((address) => /^https?:\/\//i.test(address)).slice(0, MAX_SOURCES)
  if (sources.length === 0) return ''
  return `\n\nSources that the article links to:\n\n${sources.map((address) => `- ${oneLine(address)}`).join('\n')}`
}
