import { expect } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { loadDashboard, loadDesk } from '#core/data/dashboard.ts'
import { createAdministrator, signInAs } from './accounts.ts'
import { startTestApp } from './app.ts'
import { addArticle, anArticle } from './articles.ts'
import { emptyTables } from './empty-tables.ts'

export const OTHER = { email: 'other@example.org', password: 'another editor of the desk' }
export const TODAY = { start: new Date(Date.now() - 864e5), end: new Date(Date.now() + 864e5) }

/** An app with two editors, and the actions in tests of waiting work. */
export async function openDesk() {
  const app = await startTestApp()
  const { sql } = app.database
  const admin = await app.administrator()
  await createAdministrator(sql, OTHER.email, OTHER.password)
  const { client: other } = await signInAs(app.anonymous(), app, OTHER.email)
  return {
    app,
    admin,
    other,
    async empty() {
      await emptyTables(
        sql,
        'public.articles, public.working_copies, public.article_revisions, public.article_translations, public.translation_runs, public.translation_reports, public.newsletter_issues, private.newsletter_sundays, public.newsletter_subscribers, public.settings, private.printed_passwords',
      )
      await sql`delete from public.mail_deliveries`
    },
    /** The waiting work as the dashboard shows it. The badges of the menu must have the same numbers. */
    async waiting(client: Client = admin) {
      const [dashboard, menu] = await Promise.all([loadDashboard(client, TODAY), loadDesk(client)])
      const { toReviewIn: _, drafts, scheduled, endings, ...counted } = dashboard.waiting
      expect(menu.waiting).toEqual({
        ...counted,
        toReviewIn: [],
        drafts: { count: 0, newest: [] },
        scheduled: [],
        endings: [],
      })
      return dashboard.waiting
    },
    addDraft: (title: string) => addArticle(app.service(), anArticle({ title, published: false })),
  }
}
