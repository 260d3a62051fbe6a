import * as z from 'zod'
import { language, section } from '#server/features/mcp/inputs.ts'
import { findArticles, searchPageNumber } from '#server/features/mcp/reading/search-articles.ts'
import { readersTool, ToolRefusal } from '#server/features/mcp/tool.ts'

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
