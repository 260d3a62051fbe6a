import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { runSignedIn } from '#app/admin/kit/session/signed-in.ts'
import { insertArticles } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { anArticle } from '../../../../tests/support/articles.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

const signInAgain = (client: Client) => ({
  offeredTo: () => ADMIN.email,
  ask: vi.fn<() => Promise<void>>(async () => void unwrap(await client.auth.signInWithPassword(ADMIN))),
})

/** Ends the session from elsewhere, as 'Sign out others' does. */
async function endSessionsElsewhere(): Promise<void> {
  const other = await app.administrator()
  unwrap({ data: null, ...(await other.auth.signOut({ scope: 'others' })) })
}

test('an action that succeeds is called once, without asking for the password', async () => {
  const client = await app.administrator()
  const renewal = signInAgain(client)
  const action = vi.fn<() => Promise<string>>(async () => 'done')
  expect(await runSignedIn({ client, renewal }, action)).toBe('done')
  expect(action).toHaveBeenCalledOnce()
  expect(renewal.ask).not.toHaveBeenCalled()
})

test('an action that the database refuses because the session was ended elsewhere is called again after signing in', async () => {
  const client = await app.administrator()
  const renewal = signInAgain(client)
  await endSessionsElsewhere()
  const [article] = await runSignedIn({ client, renewal }, () => insertArticles(client, [anArticle()]))
  expect(article?.slug).toBeTruthy()
  expect(renewal.ask).toHaveBeenCalledOnce()
})

test('an action that the sign-in API refuses because the session was ended elsewhere is called again after signing in', async () => {
  const client = await app.administrator()
  const renewal = signInAgain(client)
  await endSessionsElsewhere()
  const { user } = await runSignedIn({ client, renewal }, async () => unwrap(await client.auth.getUser()))
  expect(user.email).toBe(ADMIN.email)
  expect(renewal.ask).toHaveBeenCalledOnce()
})

test('an action that needs a recent sign-in is called again after signing in', async () => {
  const client = await app.administrator()
  const renewal = signInAgain(client)
  await app.database.sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 day'`
  const { type } = await runSignedIn({ client, renewal }, async () =>
    unwrap(await client.auth.mfa.enroll({ factorType: 'totp' })),
  )
  expect(type).toBe('totp')
  expect(renewal.ask).toHaveBeenCalledOnce()
})

test('an action that is refused after there is a new session already is called again without asking', async () => {
  const client = await app.administrator()
  const renewal = signInAgain(client)
  await endSessionsElsewhere()
  let tries = 0
  const [article] = await runSignedIn({ client, renewal }, async () => {
    const attempt = insertArticles(client, [anArticle({ slug: 'again' })])
    if (++tries === 1) {
      await attempt.catch(() => {})
      unwrap(await client.auth.signInWithPassword(ADMIN))
    }
    return attempt
  })
  expect(article?.slug).toBeTruthy()
  expect(renewal.ask).not.toHaveBeenCalled()
})

test('another error is thrown, without asking for the password', async () => {
  const client = await app.administrator()
  const renewal = signInAgain(client)
  const taken = anArticle({ slug: 'taken' })
  await insertArticles(client, [taken])
  await expect(runSignedIn({ client, renewal }, () => insertArticles(client, [taken]))).rejects.toMatchObject(
    {
      code: '23505',
    },
  )
  expect(renewal.ask).not.toHaveBeenCalled()
})
