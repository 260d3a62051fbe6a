import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteArticles } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import { loadDashboard } from '#core/data/dashboard.ts'
import { findWorkingCopy, keepWorkingCopy } from '#core/data/working-copies.ts'
import { createAdministrator, resetPassword } from '#server/supabase/auth/accounts.ts'
import { ADMIN } from '../../tests/support/app.ts'
import { addArticle, anArticle, publishNow } from '../../tests/support/articles.ts'
import { setSettings } from '../../tests/support/settings.ts'
import { addSubscriber } from '../../tests/support/subscribers.ts'
import { OTHER, openDesk, TODAY } from '../../tests/support/waiting.ts'

const { app, admin, other, empty, waiting, addDraft } = await openDesk()
afterAll(() => app.stop())
beforeEach(empty)

describe('texts of this editor', () => {
  const type = (client: Client, article_id: string, since: string | null) =>
    keepWorkingCopy(client, { id: randomUUID(), article_id, since, form: { title: 'Typed' } })

  const versionOf = async (id: string) => {
    const { data } = await admin.from('articles').select('updated_at').eq('id', id).single().throwOnError()
    return data.updated_at
  }

  test('that are unsaved are listed once for each article, also a new one, but not a deleted one', async () => {
    const [draft, deleted] = [await addDraft('Draft'), await addDraft('Deleted')]
    const fresh = randomUUID()
    for (const id of [draft.id, draft.id, deleted.id]) await type(admin, id, await versionOf(id))
    const at = await type(admin, fresh, null)
    await deleteArticles(admin, [deleted.id])
    const { unsaved } = await waiting()
    expect(unsaved).toMatchObject([
      { article_id: fresh, article: null, title: 'Typed', conflict: null },
      { article_id: draft.id, article: { title: 'Draft', published: false }, conflict: null },
    ])
    expect(unsaved[0]?.updated_at).toBe(at)
    expect((await findWorkingCopy(admin, unsaved[0]?.copy_id ?? ''))?.updated_at).toBe(at)
    expect((await waiting(other)).unsaved).toEqual([])
  })

  test('of an article that somebody else has saved since are a conflict, with the name, until they are discarded', async () => {
    const draft = await addDraft('Draft')
    await type(admin, draft.id, await versionOf(draft.id))
    const save = (client: Client, title: string) =>
      client.from('articles').update({ title }).eq('id', draft.id).throwOnError()
    await save(other, 'Theirs')
    expect((await waiting()).unsaved).toMatchObject([{ conflict: { by: OTHER.email } }])
    await save(admin, 'Mine, from another window')
    expect((await waiting()).unsaved).toMatchObject([{ conflict: { by: null } }])
    await admin.from('working_copies').delete().eq('article_id', draft.id).throwOnError()
    expect((await waiting()).unsaved).toEqual([])
  })

  test('are drafts that the editor has saved, without those that are named elsewhere or published', async () => {
    const add = async (client: Client, slug: string) => {
      const row = { ...anArticle({ title: slug, slug, published: false }), id: randomUUID() }
      await client.from('articles').insert(row).throwOnError()
      return row
    }
    await add(other, 'theirs')
    const [one, typed, scheduled, gone] = [
      await add(admin, 'mine'),
      await add(admin, 'typed-in'),
      await add(admin, 'scheduled'),
      await add(admin, 'published'),
    ]
    await type(admin, typed.id, await versionOf(typed.id))
    await admin
      .rpc('schedule_article', {
        p_article_id: scheduled.id,
        p_publish_at: new Date(Date.now() + 864e5).toISOString(),
        p_zone: 'Europe/Zurich',
        p_version: await versionOf(scheduled.id),
      })
      .throwOnError()
    await publishNow(admin, gone.id)
    expect((await waiting()).drafts).toMatchObject({ count: 1, newest: [{ id: one.id, slug: 'mine' }] })
    expect((await waiting(other)).drafts).toMatchObject({ count: 1, newest: [{ slug: 'theirs' }] })
  })
})

describe('schedules', () => {
  async function schedule(title: string, status: 'waiting' | 'missed' | 'failed', publish_at: Date) {
    const { id } = await addDraft(title)
    const settled_at = status === 'waiting' ? null : new Date()
    await app.database.sql`
      insert into public.article_schedules (article_id, status, publish_at, zone, settled_at)
      values (${id}, ${status}, ${publish_at}, 'Europe/Zurich', ${settled_at})`
    return id
  }
  const inDays = (days: number) => new Date(Date.now() + days * 864e5)

  test('that did not work out are listed, the latest first, until the article is published', async () => {
    await schedule('Early', 'failed', inDays(-3))
    const late = await schedule('Late', 'missed', inDays(-2))
    expect((await waiting()).missed).toMatchObject([
      { status: 'missed', zone: 'Europe/Zurich', article: { title: 'Late', slug: 'late' } },
      { status: 'failed', article: { title: 'Early' } },
    ])
    await publishNow(admin, late)
    expect((await waiting()).missed).toMatchObject([{ article: { title: 'Early' } }])
  })

  test('of the next seven days are listed, the next first', async () => {
    await schedule('Later', 'waiting', inDays(6))
    const next = await schedule('Next', 'waiting', inDays(1))
    await schedule('Much later', 'waiting', inDays(8))
    expect((await waiting()).scheduled).toMatchObject([
      { article: { title: 'Next' } },
      { article: { title: 'Later' } },
    ])
    const scheduled = async () => {
      const { recent } = await loadDashboard(admin, TODAY)
      return recent.filter((article) => article.scheduled).map(({ title }) => title)
    }
    expect((await scheduled()).toSorted()).toEqual(['Later', 'Much later', 'Next'])
    await admin.from('article_schedules').delete().eq('article_id', next).throwOnError()
    expect((await scheduled()).toSorted()).toEqual(['Later', 'Much later'])
    expect((await waiting()).scheduled).toMatchObject([{ article: { title: 'Later' } }])
  })

  test('articles that are unpublished in the next seven days are listed, the next first', async () => {
    async function end(id: string, unpublishAt: Date) {
      await app.database.sql`
        insert into public.article_unpublishings (article_id, unpublish_at, zone) values (${id}, ${unpublishAt}, 'Europe/Zurich')`
    }
    const add = async (title: string) => (await addArticle(app.service(), anArticle({ title }))).id
    await end(await schedule('Short-lived', 'waiting', inDays(1)), inDays(3))
    const live = await add('Live')
    await end(live, inDays(2))
    await end(await add('Long-lived'), inDays(8))
    await end(await schedule('Never published', 'missed', inDays(-1)), inDays(1))
    expect((await waiting()).endings).toMatchObject([
      { zone: 'Europe/Zurich', article: { title: 'Live' } },
      { article: { title: 'Short-lived' } },
    ])
    await admin.from('articles').update({ published: false }).eq('id', live).throwOnError()
    expect((await waiting()).endings).toMatchObject([{ article: { title: 'Short-lived' } }])
  })
})

test('mails that failed are counted for a week, unless one like it was sent since', async () => {
  const { sql } = app.database
  const add = (recipient: string, status: string, age: string) => sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, created_at, sent_at)
    values (gen_random_uuid(), 'send-invitation', ${recipient}, 'Come', ${status}, now() - ${age}::interval,
      case when ${status} = 'sent' then now() end)`
  await add('ana@example.org', 'failed', '1 day')
  await add('bo@example.org', 'uncertain', '2 days')
  await add('cy@example.org', 'failed', '8 days')
  expect((await waiting()).mails).toBe(2)
  await add('Ana@example.org', 'sent', '1 hour')
  expect((await waiting()).mails).toBe(1)
})

describe('what is not set up', () => {
  const gaps = async (client = admin) => (await waiting(client)).setUp

  test('is mail and the model, for everybody, and the postal address as soon as somebody subscribes', async () => {
    expect(await gaps()).toEqual(['mail', 'model', 'backups', 'second_factor', 'statements'])
    await addSubscriber(app.database.sql)
    expect(await gaps(other)).toContain('postal_address')
    await setSettings(admin, { postal_address: 'Rue du Lac 1, Geneva' })
    await expect.poll(() => gaps()).not.toContain('postal_address')
    await app.database.sql`
      update private.ai_settings set provider = 'openai-compatible', model = 'a-model', base_url = 'http://127.0.0.1:9/v1'`
    expect(await gaps()).toEqual(['mail', 'backups', 'second_factor', 'statements'])
    await app.database.sql`update private.ai_settings set provider = null, model = null, base_url = null`
  })

  test('is the second factor of this editor', async () => {
    const [user] = await app.database.sql<
      [{ id: string }]
    >`select id from auth.users where email = ${OTHER.email}`
    const factor = (status: string) => app.database.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (gen_random_uuid(), ${user.id}, ${status}, 'totp', ${status}, now(), now(), 'sealed')`
    await factor('unverified')
    expect(await gaps(other)).toContain('second_factor')
    await factor('verified')
    // Without the factor the session has no rights any more.
    await expect(gaps(other)).rejects.toMatchObject({ context: { status: 403 } })
    expect(await gaps()).toContain('second_factor')
    await app.database.sql`delete from auth.mfa_factors`
  })

  test('is the password that was printed, until this editor has another one', async () => {
    const { sql } = app.database
    await resetPassword(sql, ADMIN.email, 'a printed password', { isPrinted: true })
    const printed = app.anonymous()
    await printed.auth.signInWithPassword({ email: ADMIN.email, password: 'a printed password' })
    expect(await gaps(printed)).toContain('password')
    expect(await gaps(other)).not.toContain('password')
    await createAdministrator(sql, OTHER.email, 'another printed one', { isPrinted: true })
    expect(await gaps(other), 'the password of an existing user stays').not.toContain('password')
    const { error } = await printed.auth.updateUser({
      password: 'words of my own choice',
      current_password: 'a printed password',
    })
    expect(error).toBeNull()
    expect(await gaps(printed)).not.toContain('password')
    await resetPassword(sql, ADMIN.email, 'a printed password', { isPrinted: true })
    await resetPassword(sql, ADMIN.email, ADMIN.password)
    expect(await sql`select from private.printed_passwords`).toEqual([])
  })
})
