import * as z from 'zod'
import { listPublishedArticles } from '#core/data/articles.ts'
import { listDeskArticles } from '#core/data/desk-articles.ts'
import { saveArticle } from '#core/data/save-article.ts'
import { queueTranslations } from '#core/data/translation-runs.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { categoryPath, rssPath } from '#core/paths.ts'
import { checkDraftTool } from '#server/features/mcp/desk/check-draft.ts'
import { createDraftTool } from '#server/features/mcp/desk/create-draft.ts'
import {
  categoryOf,
  conflict,
  countDraft,
  describeState,
  describeTexts,
  draftTexts,
  findDraft,
  note,
  noteOf,
  requireSaved,
} from '#server/features/mcp/desk/draft.ts'
import { readGlossaryTool, readTranslationsTool } from '#server/features/mcp/desk/read-translations.ts'
import {
  articleId,
  language,
  page,
  part,
  partOf,
  requireOffered,
  section,
  sectionOf,
} from '#server/features/mcp/inputs.ts'
import { readArticleTool } from '#server/features/mcp/reading/read-article.ts'
import {
  describeListed,
  listWeekTool,
  saysNext,
  searchArticlesTool,
} from '#server/features/mcp/reading/search-articles.ts'
import {
  deskTool,
  frame,
  type McpTool,
  oneLine,
  readersTool,
  ToolRefusal,
} from '#server/features/mcp/tool.ts'

const MAX_EDITS = 50

const edit = z.strictObject({
  find: z.string().min(1).describe('Text of the content that is there once, exactly as it is.'),
  replace: z.string().describe('What stands there instead.'),
})

const changeDraftTool = deskTool(
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
function applyEdits(content: string, edits: readonly z.infer<typeof edit>[]): string {
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

const SECTION_PAGE_SIZE = 20

const listSectionTool = readersTool(
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
      limit: SECTION_PAGE_SIZE + 1,
      offset: (page - 1) * SECTION_PAGE_SIZE,
    })
    const articles = found.slice(0, SECTION_PAGE_SIZE)
    const said = [
      articles.length === 0
        ? `There are no published articles in "${language}" on page ${page}.`
        : `Published articles in "${language}", the newest first, page ${page}.`,
      ...saysNext(page, found.length > SECTION_PAGE_SIZE),
    ]
    return frame(
      said,
      articles.map((article) => describeListed(article, article.excerpt, siteUrl)).join('\n'),
    )
  },
)

const listSectionsTool = readersTool(
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

const DRAFTS_PAGE_SIZE = 25

const listDraftsTool = deskTool(
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
      pageSize: DRAFTS_PAGE_SIZE,
    })
    const lines = rows.map(
      ({ id, slug, title, language, category, updated_at }) =>
        `- ${oneLine(title) || 'Without a title'}\n  id ${id}, slug ${slug}, language ${language}, section ${category}, version ${updated_at}`,
    )
    return frame(
      [
        `${total} draft(s), of which these are page ${page}.`,
        ...saysNext(page, page * DRAFTS_PAGE_SIZE < total),
      ],
      lines.join('\n'),
    )
  },
)

const readDraftTool = deskTool(
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

const requestTranslationTool = deskTool(
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

/** Everything that an assistant can do. Nothing here publishes, approves, sends or deletes, whatever a token may do elsewhere. */
export const MCP_TOOLS: readonly McpTool[] = [
  searchArticlesTool,
  readArticleTool,
  listWeekTool,
  listSectionTool,
  listSectionsTool,
  listDraftsTool,
  readDraftTool,
  checkDraftTool,
  readGlossaryTool,
  readTranslationsTool,
  createDraftTool,
  changeDraftTool,
  requestTranslationTool,
]
