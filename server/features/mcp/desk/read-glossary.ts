import * as z from 'zod'
import { listGlossaryTerms } from '#core/data/glossary.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { frame, oneLine } from '#server/features/mcp/frame.ts'
import { page } from '#server/features/mcp/inputs.ts'
import { saysNext } from '#server/features/mcp/reading/describe-found.ts'
import { deskTool } from '#server/features/mcp/tool.ts'

const PAGE_SIZE = 100

export const readGlossaryTool = deskTool(
  'read',
  {
    name: 'read_glossary',
    title: 'Read the glossary',
    description:
      'Lists how terms are translated into a language: kept as they are, translated as something, or never used.',
    input: z.strictObject({
      language: z.enum(TRANSLATED_LANGUAGES).describe('The code of the language of the translation.'),
      page,
    }),
  },
  async ({ desk }, { language, page }) => {
    const { rows, total } = await listGlossaryTerms(desk, { language, page, pageSize: PAGE_SIZE })
    return frame(
      [
        `${total} term(s) for "${language}", of which these are page ${page}.`,
        ...saysNext(page, page * PAGE_SIZE < total),
      ],
      rows.map(describe).join('\n'),
    )
  },
)

function describe({ term, rule, translation, example }: GlossaryTerm): string {
  const asked = {
    keep: 'keep as it is',
    'translate-as': `translate as “${oneLine(translation ?? '')}”`,
    never: 'never use',
  }
  return `- “${oneLine(term)}”: ${asked[rule]}${example ? `. For example: ${oneLine(example)}` : ''}`
}
