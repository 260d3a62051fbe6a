import * as z from 'zod'
import {
  listArticleTranslations,
  listLastRuns,
  listPendingTranslations,
} from '#core/data/article-translations.ts'
import { listGlossaryTerms } from '#core/data/glossary.ts'
import { reviewTimeOf, TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { findDraft } from '#server/features/mcp/desk/draft.ts'
import { articleId, page } from '#server/features/mcp/inputs.ts'
import { saysNext } from '#server/features/mcp/reading/search-articles.ts'
import { deskTool, frame, oneLine } from '#server/features/mcp/tool.ts'

export const readTranslationsTool = deskTool(
  'read',
  {
    name: 'read_translations',
    title: 'Read the state of translations',
    description:
      'Says of an English original into which languages it is translated, and how far translations under way are.',
    input: z.strictObject({ id: articleId.describe('The id of the English original.') }),
  },
  async ({ desk }, { id }) => {
    const { original_article_id } = await findDraft(desk, id)
    const [translations, runs, pending] = await Promise.all([
      listArticleTranslations(desk, id),
      listLastRuns(desk, id),
      listPendingTranslations(desk, id),
    ])
    const lines = TRANSLATED_LANGUAGES.flatMap((language) => {
      const has = <Row extends { language: string }>(row: Row) => row.language === language
      const translation = translations.find(has)
      const run = runs.find(has)
      return [
        ...(translation ? [describeTranslation(translation)] : []),
        ...(pending.some(has) ? ['a renewed text waits for a review'] : []),
        ...(run
          ? [
              `last run ${run.status}, ${run.segments_done} of ${run.segments} segments${run.reason ? `: ${oneLine(run.reason)}` : ''}`,
            ]
          : []),
      ].map((text) => `- ${language}: ${text}`)
    })
    return frame(
      [
        `Translations of ${id}${original_article_id ? `, which is itself a translation of ${original_article_id}` : ''}.`,
        lines.length === 0 ? 'There are none, and none is under way.' : 'By language:',
      ],
      lines.join('\n'),
    )
  },
)

function describeTranslation(
  translation: Awaited<ReturnType<typeof listArticleTranslations>>[number],
): string {
  const { translation_id, origin, translated_at, stale_since } = translation
  const reviewed = reviewTimeOf(translation)
  return [
    `translated by a ${origin} at ${translated_at} as article ${translation_id}`,
    reviewed ? `reviewed at ${reviewed}` : 'not reviewed',
    stale_since ? `the original says something else since ${stale_since}` : 'up to date',
  ].join(', ')
}

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
