import * as z from 'zod'
import { searchArticles } from '#core/data/search.ts'
import { fullTextOf, SEARCH_LIMIT, SEARCH_MAX_LENGTH, SEARCH_REACH } from '#core/domain/search.ts'
import { AUTHOR_FILTER_MAX_LENGTH, parseFilters, type TypedFilters } from '#core/domain/search-filters.ts'
import type { Language } from '#core/i18n/languages.ts'
import { frame } from '#server/features/mcp/frame.ts'
import { language, requireOffered, section } from '#server/features/mcp/inputs.ts'
import { describeListed, saysNext } from '#server/features/mcp/reading/describe-found.ts'
import { readersTool, type ToolContext, ToolRefusal } from '#server/features/mcp/tool.ts'

export const searchPageNumber = z
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
export async function findArticles(
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
