import { randomUUID } from 'node:crypto'
import type { Section } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type ComposeInput, composeIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import { type IssueContent, readIssue } from '#server/features/newsletter/read-issue.ts'
import { configOf } from '#server/features/translation/testing/open-translations.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'
import { startTestJobs } from '../../../../../tests/support/jobs.ts'
import { type ModelInput, startModelServer } from '../../../../../tests/support/model-server.ts'

/** The facts of an article that tests name; the rest follows from its title. */
export interface Piece {
  title?: string
  excerpt?: string
  category?: string
  hoursAgo?: number
  published?: boolean
  featured?: boolean
  content?: string
}

/** A database, a model, and what tests of composing do. */
export async function openComposing() {
  const model = await startModelServer()
  const database = await createTestDatabase()
  const { sql } = database
  const jobs = await startTestJobs(database, { works: false, ai: configOf(model) })
  const bare = await startTestJobs(database, { works: false })

  async function insert(row: Piece & { language: Language; originalId: string | null }): Promise<string> {
    const { title = 'Harbour town audits its algorithms', hoursAgo = 24, published = true } = row
    const { category = 'news', featured = false, content = 'The harbour is open.' } = row
    const id = randomUUID()
    await sql`
      insert into public.articles (id, slug, language, title, excerpt, content, category, author, publish_date, published, featured,
        original_article_id)
      values (${id}, ${`a-${id}`}, ${row.language}, ${title}, ${row.excerpt ?? `What there is to know: ${title}.`}, ${content},
        ${category}, 'Mara Lindqvist', now() - make_interval(mins => ${Math.round(hoursAgo * 60)}), ${published}, ${featured},
        ${row.originalId}::uuid)`
    return id
  }

  return {
    sql,
    model,
    deps: jobs.services,
    /** The same without a model. */
    depsWithoutModel: bare.services,
    /** Adds an English original, and returns its id. */
    add: (piece: Piece = {}) => insert({ ...piece, language: 'en', originalId: null }),
    translate: (originalId: string, language: Language, piece: Piece = {}) =>
      insert({ ...piece, language, originalId }),
    compose: (input: Partial<ComposeInput> = {}) =>
      composeIssue(jobs.services, { issueId: null, actor: null, ...input }),
    composeByRules: (input: Partial<ComposeInput> = {}) =>
      composeIssue(bare.services, { issueId: null, actor: null, ...input }),
    async read(issueId: string): Promise<IssueContent> {
      const content = await readIssue(sql, issueId)
      if (!content) throw new Error('There is no such issue')
      return content
    },
    async reset() {
      model.calls.length = 0
      model.behave()
      model.answerWith(choosing())
      await emptyTables(
        sql,
        'public.articles, public.article_revisions, public.article_trash, public.article_corrections, public.newsletter_issues, public.glossary_terms, private.ai_usage',
      )
      await sql`update private.ai_settings set prices = '[]', monthly_budget = null`
    },
    async stop() {
      await jobs.stop()
      await bare.stop()
      await database.drop()
      await model.stop()
    },
  }
}

export type Composing = Awaited<ReturnType<typeof openComposing>>

/** A model that takes all articles into one section, and repeats their titles. */
export function choosing(section: Section = 'research') {
  return ({ articles = [] }: ModelInput) => ({
    subject: 'The week in AI',
    preheader: 'And what it means',
    introduction: 'Good morning.',
    items: articles.map(({ id, title }: { id: string; title: string }) => ({
      article_id: id,
      section,
      summary: `It matters: ${title}`,
    })),
  })
}

/** The items of an issue, or of one section, by the English titles of their articles. */
export function titlesIn({ items }: IssueContent, section?: Section): string[] {
  return items
    .filter((item) => item.left_out === null && (section === undefined || item.section === section))
    .map(({ articles }) => articles[0]?.title ?? '')
}

export function reasonsIn({ items }: IssueContent): Map<string, string> {
  return new Map(
    items.flatMap(({ left_out, articles }) =>
      left_out === null ? [] : [[articles[0]?.title ?? '', left_out] as const],
    ),
  )
}
