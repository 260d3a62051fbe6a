import * as z from 'zod'
import { searchArticles } from '#core/data/search.ts'
import type { Article } from '#core/domain/article.ts'
import {
  FOUND_END,
  FOUND_START,
  fullTextOf,
  SEARCH_LIMIT,
  SEARCH_MAX_LENGTH,
  SEARCH_REACH,
} from '#core/domain/search.ts'
import { AUTHOR_FILTER_MAX_LENGTH, parseFilters, type TypedFilters } from '#core/domain/search-filters.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { language, requireOffered, section } from '#server/features/mcp/inputs.ts'
import { frame, oneLine, readersTool, type ToolContext, ToolRefusal } from '#server/features/mcp/tool.ts'

const searchPageNumber = z
  .int()
  .min(1)
  .max(SEARCH_REACH / SEARCH_LIMIT)
  .default(1)
  .describe(`From 1; each has ${SEARCH_LIMIT} articles.`)
const day = z.string().max(10)

export const searchArticlesTool = readersTool(
  {
    name: 'search_articles',
    title: 'Search articles',
    description:
      'Searches the published articles of one language for words anywhere in them, best matches first. "a phrase", or, and -not may be used. When the language has no match, those in English are found.',
    input: z.strictObject({
      query: z.string().max(SEARCH_MAX_LENGTH).describe('The words.'),
      language,
      section: section.optional(),
      author: z.string().max(AUTHOR_FILTER_MAX_LENGTH).optional().describe('Words of the name of an author.'),
      from: day.optional().describe('The first day, such as 2026-11-23.'),
      to: day.optional().describe('The last day.'),
      page: searchPageNumber,
    }),
  },
  async (context, { query: typed, language, section = '', author = '', from = '', to = '', page }) => {
    const query = fullTextOf(typed)
    if (query === null) throw new ToolRefusal('The query needs at least two characters.')
    return findArticles(context, { query, typed: { category: section, author, from, to }, language, page })
  },
)

const PROBLEMS = {
  category: 'There is no such section: list_sections has them.',
  date: 'A day is written as 2026-11-23.',
  order: 'The last day is before the first one.',
  author: 'This cannot be the name of an author.',
}

/** A page of the articles that match, in words. */
async function findArticles(
  { readers, settings, siteUrl }: ToolContext,
  asked: { query: string; typed: TypedFilters; language: Language; page: number },
): Promise<string> {
  const { language, page } = asked
  requireOffered(language, settings)
  const { filters, problems } = parseFilters(asked.typed, settings)
  const [problem] = Object.values(problems)
  if (problem) throw new ToolRefusal(PROBLEMS[problem])
  const { hits, total, hasNext } = await searchArticles(readers, {
    query: asked.query,
    filters,
    language,
    page,
  })
  const found = hits[0]?.language
  const said = [
    total === 0
      ? 'Nothing was found.'
      : `${total} published article(s) found in "${found ?? language}", of which these are page ${page}.`,
    ...(found && found !== language ? [`There is none in "${language}".`] : []),
    ...saysNext(page, hasNext),
  ]
  return frame(said, hits.map((hit) => describeListed(hit, hit.headline, siteUrl)).join('\n'))
}

type Listed = Pick<Article, 'slug' | 'language' | 'title' | 'category' | 'publish_date'>

/** An article in a list: what it is called, where it is, and some of its text. */
export function describeListed(article: Listed, text: string, siteUrl: string): string {
  const { slug, language, title, category, publish_date } = article
  return [
    `- ${oneLine(title)}`,
    `  slug ${slug}, language ${language}, section ${category}, published ${publish_date.slice(0, 10)}`,
    `  ${siteUrl}${articlePath({ slug, language })}`,
    `  ${oneLine(text.replaceAll(FOUND_START, '').replaceAll(FOUND_END, ''))}`,
  ]
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** Tells where the next page is; nothing after the last one. */
export const saysNext = (page: number, hasNext: boolean): string[] =>
  hasNext ? [`There are more: ask again with page ${page + 1}.`] : []

const DAY_MS = 86_400_000

export const listWeekTool = readersTool(
  {
    name: 'list_week',
    title: 'List a week',
    description:
      'Lists the articles that were published in one week, from Monday to Sunday in UTC, the newest first.',
    input: z.strictObject({
      day: z.iso
        .date()
        .optional()
        .describe('Any day of the week, such as 2026-11-25; today when it is left out.'),
      language,
      section: section.optional(),
      page: searchPageNumber,
    }),
  },
  async (context, { day, language, section = '', page }) => {
    const { from, to } = weekOf(day ?? new Date().toISOString().slice(0, 10))
    const typed = { category: section, author: '', from, to }
    const found = await findArticles(context, { query: '', typed, language, page })
    return `The week from ${from} to ${to}.\n${found}`
  },
)

/** @throws ToolRefusal for a week that no calendar here has */
function weekOf(day: string): { from: string; to: string } {
  const time = Date.parse(`${day}T00:00:00Z`)
  const monday = time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS
  const [from = '', to = ''] = [monday, monday + 6 * DAY_MS].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  )
  if (from < '0001' || !/^\d{4}-/.test(from) || !/^\d{4}-/.test(to))
    throw new ToolRefusal('There are no articles of that year.')
  return { from, to }
}
