import * as z from 'zod'
import { describeState, describeTexts } from '#server/features/mcp/desk/describe-draft.ts'
import { findDraft } from '#server/features/mcp/desk/find-draft.ts'
import { frame } from '#server/features/mcp/frame.ts'
import { articleId, part, partOf } from '#server/features/mcp/inputs.ts'
import { deskTool } from '#server/features/mcp/tool.ts'

export const readDraftTool = deskTool(
  'read',
  {
    name: 'read_draft',
    title: 'Read a draft',
    description:
      'Returns an article as it is stored, with its version, which change_draft needs. Also articles that are published.',
    input: z.strictObject({ id: articleId, part }),
  },
  async ({ desk }, { id, part }) => {
    const article = await findDraft(desk, id)
    const { text, said } = partOf(describeTexts(article), part)
    return frame([...describeState(article), ...said], text)
  },
)
