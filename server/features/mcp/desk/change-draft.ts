import * as z from 'zod'
import { saveArticle } from '#core/data/save-article.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { describeState } from '#server/features/mcp/desk/describe-draft.ts'
import {
  categoryOf,
  conflict,
  countDraft,
  draftTexts,
  note,
  noteOf,
  requireSaved,
} from '#server/features/mcp/desk/draft-fields.ts'
import { findDraft } from '#server/features/mcp/desk/find-draft.ts'
import { articleId, section } from '#server/features/mcp/inputs.ts'
import { deskTool, ToolRefusal } from '#server/features/mcp/tool.ts'

const MAX_EDITS = 50

const edit = z.strictObject({
  find: z.string().min(1).describe('Text of the content that is there once, exactly as it is.'),
  replace: z.string().describe('What stands there instead.'),
})

export const changeDraftTool = deskTool(
  'drafts',
  {
    name: 'change_draft',
    title: 'Propose a change of a draft',
    description:
      'Saves a new version of a draft; the earlier one stays in its history and can be restored. Refused when the draft has been saved since the version that you read, when somebody is working on it, and when it is published, scheduled or featured.',
    input: z.strictObject({
      id: articleId,
      version: z.string().max(40).describe('The version that you read, as read_draft says it.'),
      changes: z
        .strictObject({ ...draftTexts, section })
        .partial()
        .default({})
        .describe('The fields that are to be replaced as a whole.'),
      edits: z
        .array(edit)
        .max(MAX_EDITS)
        .default([])
        .describe('Changes of parts of the content, made one after the other.'),
      note,
    }),
    writes: true,
  },
  async (context, { id, version, changes: { section, ...texts }, edits, note: why }) => {
    if (texts.content !== undefined && edits.length > 0)
      throw new ToolRefusal('Send either the whole content or edits of it.')
    const before = await findDraft(context.desk, id)
    if (before.published) throw new ToolRefusal('This article is published. Assistants propose drafts only.')
    if (before.updated_at !== version) throw conflict(before.updated_at)
    const category = categoryOf(section, context)
    // JSON has no undefined.
    const values = {
      ...texts,
      ...(category !== undefined && { category }),
      ...(edits.length > 0 && { content: applyEdits(before.content, edits) }),
    } as Partial<ArticleInput>
    if (Object.keys(values).length === 0) throw new ToolRefusal('Name something to change.')
    await countDraft(context)
    const saved = await saveArticle(context.desk, { id, since: version, values, note: noteOf(why) })
    return ['The new version is saved.', ...describeState(requireSaved(saved))].join('\n')
  },
)

/** @throws ToolRefusal naming the edit whose text is not there once, or which makes the content too long */
export function applyEdits(content: string, edits: readonly z.infer<typeof edit>[]): string {
  let text = content
  for (const [index, { find, replace }] of edits.entries()) {
    const [before = '', after, more] = text.split(find, 3)
    if (after === undefined || more !== undefined)
      throw new ToolRefusal(
        `Nothing was changed: the text of edit ${index + 1} is in the content ${after === undefined ? 'nowhere' : 'more than once'}.`,
      )
    text = before + replace + after
  }
  const parsed = draftTexts.content.safeParse(text)
  if (!parsed.success)
    throw new ToolRefusal(`Nothing was changed. The content: ${parsed.error.issues[0]?.message}.`)
  return parsed.data
}
