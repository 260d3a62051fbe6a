import { randomUUID } from 'node:crypto'
import { configOf, translateAll } from '#server/features/translation/testing/open-translations.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp } from '../../../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'
import { mintToken } from '../../../../../tests/support/mint-token.ts'
import { startModelServer } from '../../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../../tests/support/test-settings.ts'

/** A site whose language model puts the language before each text, and an administrator who calls its functions. */
export async function openTranslating() {
  const model = await startModelServer()
  const ai = configOf(model)
  const app = await startTestApp({ ai })
  const { sql } = app.database
  let token = ''
  return {
    app,
    model,
    ai,
    async call(
      name: string,
      body: unknown,
      { url = app.url, authorization = `Bearer ${token}` }: { url?: string; authorization?: string } = {},
    ) {
      const response = await fetch(`${url}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          apikey: TEST_SECRETS.publishableKey,
          'content-type': 'application/json',
          ...(authorization && { authorization }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    },
    addOriginal: (more = {}) => addArticle(app.service(), anArticle(more)),
    /** Of the translations of an article, in order of their languages. */
    async titles(id: string): Promise<string[]> {
      const rows = await sql<{ title: string }[]>`
        select title from public.articles where original_article_id = ${id} order by language`
      return rows.map(({ title }) => title)
    },
    /** Removes what a test has left, and signs in anew. */
    async reset(): Promise<void> {
      model.calls.length = 0
      model.behave()
      model.answerWith(translateAll)
      await emptyTables(
        sql,
        'public.articles, public.article_translations, public.translation_segments, public.translation_runs',
      )
      const email = `${randomUUID()}@example.org`
      await createAdministrator(sql, email, 'correct horse battery')
      token = await mintToken(sql, email)
    },
    async stop(): Promise<void> {
      await app.stop()
      await model.stop()
    },
  }
}
