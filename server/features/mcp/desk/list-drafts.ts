import * as z from 'zod'
import { listDeskArticles } from '#core/data/desk-articles.ts'
import { frame, oneLine } from '#server/features/mcp/frame.ts'
import { language, page, section, sectionOf } from '#server/features/mcp/inputs.ts'
import { saysNext } from '#server/features/mcp/reading/describe-found.ts'
import { deskTool } from '#server/features/mcp/tool.ts'

const PAGE_SIZE = 25

export const listDraftsTool = deskTool(
  'read',
  {
    name: 'list_drafts',
    title: 'List drafts',
    description: 'Lists the drafts, those changed last first, with their ids and versions.',
    input: z.strictObject({ language: language.unwrap().optional(), section: section.optional(), page }),
  },
  async ({ desk, settings }, { language = null, section, page }) => {
    const { rows, total } = await listDeskArticles(desk, {
      published: false,
      language,
      category: sectionOf(section, settings) ?? null,
      featured: null,
      search: '',
      sort: { by: 'updated_at', descending: true },
      page,
      pageSize: PAGE_SIZE,
    })
    const lines = rows.map(
      ({ id, slug, title, language, category, updated_at }) =>
        `- ${oneLine(title) || 'Without a title'}\n  id ${id}, slug ${slug}, language ${language}, section ${category}, version ${updated_at}`,
    )
    return frame(
      [`${total} draft(s), of which these are page ${page}.`, ...saysNext(page, page * PAGE_SIZE < total)],
      lines.join('\n'),
    )
  },
)
