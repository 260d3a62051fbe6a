import * as z from 'zod'
import { listPublishedArticles } from '#core/data/articles.ts'
import { frame } from '#server/features/mcp/frame.ts'
import { language, page, requireOffered, section, sectionOf } from '#server/features/mcp/inputs.ts'
import { describeListed, saysNext } from '#server/features/mcp/reading/describe-found.ts'
import { readersTool } from '#server/features/mcp/tool.ts'

const PAGE_SIZE = 20

export const listSectionTool = readersTool(
  {
    name: 'list_section',
    title: 'List a section',
    description:
      'Lists the published articles of a section, or of all of them, the newest first. The section news has all articles, like its page.',
    input: z.strictObject({ section: section.optional(), language, page }),
  },
  async ({ readers, settings, siteUrl }, { section, language, page }) => {
    requireOffered(language, settings)
    const found = await listPublishedArticles(readers, {
      language,
      category: sectionOf(section, settings),
      // One more tells whether there is another page.
      limit: PAGE_SIZE + 1,
      offset: (page - 1) * PAGE_SIZE,
    })
    const articles = found.slice(0, PAGE_SIZE)
    const said = [
      articles.length === 0
        ? `There are no published articles in "${language}" on page ${page}.`
        : `Published articles in "${language}", the newest first, page ${page}.`,
      ...saysNext(page, found.length > PAGE_SIZE),
    ]
    return frame(
      said,
      articles.map((article) => describeListed(article, article.excerpt, siteUrl)).join('\n'),
    )
  },
)
