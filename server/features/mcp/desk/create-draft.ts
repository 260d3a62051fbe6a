import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { createArticle } from '#core/data/save-article.ts'
import { articleInput, draftInput } from '#core/domain/article-input.ts'
import { readingTimeOf } from '#core/domain/article-reading-time.ts'
import { slugFromTitle } from '#core/domain/article-slug.ts'
import {
  categoryOf,
  countDraft,
  describeState,
  draftTexts,
  findDraft,
  note,
  noteOf,
  requireSaved,
} from '#server/features/mcp/desk/draft.ts'
import { articleId, language, section } from '#server/features/mcp/inputs.ts'
import { type DeskContext, deskTool, ToolRefusal } from '#server/features/mcp/tool.ts'

const { title, content, ...others } = draftTexts

export const createDraftTool = deskTool(
  'drafts',
  {
    name: 'create_draft',
    title: 'Propose a new draft',
    description:
      'Stores a new draft in the name of whoever made the access token. A person looks at it before anything is published. Draw on sources and link to them.',
    input: z.strictObject({
      title,
      content,
      section,
      ...z.object(others).partial().shape,
      slug: articleInput.shape.slug
        .optional()
        .describe('The last part of the address; made of the title when it is left out.'),
      language,
      original_id: articleId.optional().describe('The English original, for a translation.'),
      note,
    }),
    writes: true,
  },
  async (context, { note: why, section, original_id, ...typed }) => {
    const category = categoryOf(section, context)
    if (original_id !== undefined) await requireOriginal(original_id, context)
    const values = newDraft.parse({
      ...typed,
      slug: typed.slug ?? slugFromTitle(typed.title),
      author: typed.author ?? context.settings.default_author,
      reading_time: readingTimeOf(typed.content),
      category,
      original_article_id: original_id,
    })
    await countDraft(context)
    const article = requireSaved(
      await createArticle(context.desk, { id: randomUUID(), values, note: noteOf(why) }),
    )
    return [
      'The draft is stored.',
      ...describeState(article),
      `On the desk: ${context.siteUrl}/admin/articles/edit/${article.slug}${article.language === 'en' ? '' : `?lang=${article.language}`}`,
    ].join('\n')
  },
)

/** @throws ToolRefusal when there is no such article, or when it is a translation itself */
async function requireOriginal(id: string, { desk }: DeskContext): Promise<void> {
  const { language, original_article_id } = await findDraft(desk, id)
  if (language !== 'en' || original_article_id !== null)
    throw new ToolRefusal('The article of original_id is no English original.')
}

/** The date is the time at which it is stored. */
const newDraft = draftInput
  .omit({ publish_date: true, published: true, featured: true })
  .transform((values) => ({
    ...values,
    published: false,
    featured: false,
  }))
