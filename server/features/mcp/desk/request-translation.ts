import * as z from 'zod'
import { queueTranslations } from '#core/data/translation-runs.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { articleId } from '#server/features/mcp/inputs.ts'
import { deskTool, ToolRefusal } from '#server/features/mcp/tool.ts'

export const requestTranslationTool = deskTool(
  'translate',
  {
    name: 'request_translation',
    title: 'Ask for translations',
    description:
      'Has an English original translated by the language model of the publication, or its translations brought up to date. It takes minutes: read_translations says how far it is. Whether readers get a translation at once or after a review is what the settings say.',
    input: z.strictObject({
      id: articleId.describe('The id of the English original.'),
      languages: z.array(z.enum(TRANSLATED_LANGUAGES)).min(1).max(TRANSLATED_LANGUAGES.length),
    }),
    writes: true,
  },
  async ({ desk }, { id, languages }) => {
    const asked = [...new Set(languages)].map((language) => ({ articleId: id, language }))
    const outcome = await queueTranslations(desk, asked)
    if (outcome.status === 'refused') throw new ToolRefusal(outcome.message)
    return `${outcome.data.queued} translation(s) are queued. Ask read_translations how far they are.`
  },
)
