import * as z from 'zod'
import { localizedPath } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { categoryPath, rssPath } from '#core/paths.ts'
import { frame, oneLine } from '#server/features/mcp/frame.ts'
import { language, requireOffered } from '#server/features/mcp/inputs.ts'
import { readersTool } from '#server/features/mcp/tool.ts'

export const listSectionsTool = readersTool(
  {
    name: 'list_sections',
    title: 'List sections and languages',
    description: 'Says what the publication is: its name, its languages, its sections and its feed.',
    input: z.strictObject({ language }),
  },
  async ({ settings, siteUrl }, { language }) => {
    requireOffered(language, settings)
    const t = createTranslator(language, catalogsOf(settings), settings)
    const sections = settings.categories.map(
      ({ slug }) =>
        `- ${slug}: ${oneLine(t(`category.${slug}.name`))}. ${oneLine(t(`category.${slug}.description`))} ${siteUrl}${localizedPath(categoryPath(slug), language)}`,
    )
    return frame(
      [`Languages: ${settings.languages.join(', ')}.`],
      [oneLine(t('site.name')), ...sections, `Feed: ${siteUrl}${rssPath(language)}`].join('\n'),
    )
  },
)
