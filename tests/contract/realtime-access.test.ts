import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Membership } from '#core/domain/role.ts'
import { signToken } from '../support/auth.ts'
import { hear } from './hear-changes.ts'
import { startRealtimeApp, statusesOf, subscribed } from './realtime-app.ts'

const { app, connect, desk, writeArticle } = await startRealtimeApp()

/** Puts the same claims into a token that expires soon. */
function shortLived(token: string, seconds: number): Promise<string> {
  const { iat: _iat, exp: _exp, ...claims } = decodeJwt(token)
  return signToken(claims, { expires: `${seconds}s` })
}

const ana = await desk()
const AUTHOR: Membership = { role: 'author', languages: [], permissions: [] }
const TRANSLATOR: Membership = { role: 'translator', languages: ['fr'], permissions: [] }

describe('who may hear', () => {
  test('no client joins without a session', async () => {
    const { status } = await hear(connect())
    expect(status).toBe('CHANNEL_ERROR: Unauthorized: You have to be signed in to join a channel')
  })

  test('a client that joins before it knows its token is let in when it tries again', async () => {
    const client = await desk()
    const { data } = await client.auth.getSession()
    const early = connect()
    const channel = early.channel(randomUUID())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'articles' }, () => {})
    const statuses = statusesOf(channel)
    await expect.poll(() => statuses).toContain('CHANNEL_ERROR')
    await early.realtime.setAuth(data.session?.access_token ?? '')
    await expect.poll(() => statuses.at(-1)).toBe('SUBSCRIBED')
  })

  test('who has no role hears of rows that the policies show, and of no deletion', async () => {
    const reader = await hear(await desk({ member: null }))
    const administrator = await hear(ana)
    expect(reader.status).toBe('SUBSCRIBED')
    const draft = await writeArticle()
    const published = await writeArticle({ published: true })
    await app.service().from('articles').delete().eq('id', draft.id)
    await expect.poll(() => administrator.heard.at(-1)?.eventType).toBe('DELETE')
    const last = await writeArticle({ published: true })
    await expect.poll(() => reader.heard.map((change) => change.new.id)).toEqual([published.id, last.id])
  })

  test('broadcast and presence are for people with a role, in private channels', async () => {
    const config = { private: true }
    const reader = await desk({ member: null })
    expect(await subscribed(reader.channel('private', { config }))).toBe(
      'CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: private',
    )
    const administrator = await desk()
    expect(await subscribed(administrator.channel('open'))).toBe(
      'CHANNEL_ERROR: PrivateOnly: This project only allows private channels',
    )
    expect(await subscribed(administrator.channel('private', { config }))).toBe('SUBSCRIBED')
    for (const member of [AUTHOR, TRANSLATOR])
      expect(await subscribed((await desk({ member })).channel('private', { config }))).toBe('SUBSCRIBED')
  })

  test('the channel of an article is for those who read it, in every way', async () => {
    const { sql } = app.database
    const author = await desk({ member: AUTHOR })
    const other = await desk({ member: AUTHOR })
    const { id } = await writeArticle()
    await sql`
      insert into public.article_workflow (article_id, owner)
      values (${id}, (select id from auth.users where email = ${author.email}))
      on conflict (article_id) do update set owner = excluded.owner`
    const config = { private: true }
    const topic = `article:${id}`
    const refused = `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
    expect(await subscribed(author.channel(topic, { config }))).toBe('SUBSCRIBED')
    expect(await subscribed(ana.channel(topic, { config }))).toBe('SUBSCRIBED')
    expect(await subscribed(other.channel(topic, { config }))).toBe(refused)
    for (const strange of ['article:', 'article:x', `article:${id.toUpperCase()}`])
      expect(await subscribed(author.channel(strange, { config }))).toContain('Unauthorized')
    const said = (client: Client) => client.channel(topic, { config }).httpSend('cursor', { at: 1 })
    expect(await said(author)).toMatchObject({ success: true })
    await expect(said(other)).rejects.toThrow('You do not have permissions to broadcast')
  })

  test('a colleague hears of a deletion by its id, and not by a name', async () => {
    const author = await hear(await desk({ member: AUTHOR }))
    const { id } = await writeArticle({ published: true })
    await app.service().from('articles').delete().eq('id', id)
    await expect.poll(() => author.heard.at(-1)?.eventType).toBe('DELETE')
    const { sql } = app.database
    const settings = await hear(await desk({ member: AUTHOR }), { table: 'settings' })
    const all = await hear(ana, { table: 'settings' })
    await sql`insert into public.settings (key, value) values ('tagline', '{"en": "Mine"}')`
    await sql`delete from public.settings where key = 'tagline'`
    await expect.poll(() => all.heard.at(-1)?.eventType).toBe('DELETE')
    // They hear of the row itself if it is still there at the moment of reading.
    expect(settings.heard.filter(({ eventType }) => eventType === 'DELETE')).toEqual([])
  })

  test('in a channel that is not private nothing can be said', async () => {
    const { channel } = await hear(ana)
    expect(await channel.send({ type: 'presence', event: 'track', payload: {} })).toBe('error')
  })
})

describe('a session that ends', () => {
  async function joined(client: Client, topic: string = randomUUID()) {
    const channel = client.channel(topic, { config: { private: true } })
    const statuses = statusesOf(channel)
    const said: unknown[] = []
    channel.on('system', {}, (message) => said.push(message.message))
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED'])
    return { statuses, said, channel }
  }

  test('by signing out elsewhere closes its channels', async () => {
    const client = await desk()
    const { statuses, said } = await joined(client)
    const other = connect()
    await other.auth.signInWithPassword({ email: client.email, password: 'correct horse battery' })
    await other.auth.signOut({ scope: 'global' })
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
    expect(said).toEqual(['The session has ended'])
  })

  test('because its user has no role any more closes private channels, and leaves others open', async () => {
    const client = await desk()
    const { statuses, said } = await joined(client)
    const { channel, heard } = await hear(client)
    await app.database
      .sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${client.email})`
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
    expect(said).toEqual(['You no longer have permission to read from this Channel topic'])
    const { id } = await writeArticle({ published: true })
    await expect.poll(() => heard.map((change) => change.new.id)).toEqual([id])
    expect(channel.state).toBe('joined')
  })

  test('because its role demands a second factor now closes private channels', async () => {
    const client = await desk({ member: AUTHOR })
    const { statuses } = await joined(client)
    await app.database.sql`insert into private.roles_with_second_factor (role) values ('author')`
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
    await app.database.sql`delete from private.roles_with_second_factor`
  })

  test('with another role goes on, and hears of the change', async () => {
    const client = await desk({ member: TRANSLATOR })
    const { statuses, channel } = await joined(client)
    const { heard } = await hear(client, { table: 'user_roles' })
    await app.database.sql`
      update public.user_roles set languages = '{de,fr}' where user_id = (select id from auth.users where email = ${client.email})`
    await expect.poll(() => heard.map((change) => change.new.languages)).toEqual([['de', 'fr']])
    expect([statuses, channel.state]).toEqual([['SUBSCRIBED'], 'joined'])
  })

  test('of an article closes when the article goes to somebody else', async () => {
    const { sql } = app.database
    const client = await desk({ member: AUTHOR })
    const { id } = await writeArticle()
    await sql`
      insert into public.article_workflow (article_id, owner)
      values (${id}, (select id from auth.users where email = ${client.email}))
      on conflict (article_id) do update set owner = excluded.owner`
    const { statuses } = await joined(client, `article:${id}`)
    const elsewhere = await joined(client)
    await sql`update public.article_workflow set owner = null where article_id = ${id}`
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
    expect(elsewhere.statuses).toEqual(['SUBSCRIBED'])
  })

  test('of an article closes when it is unpublished or deleted', async () => {
    const { sql } = app.database
    const client = await desk({ member: AUTHOR })
    const [withdrawn, deleted] = [
      await writeArticle({ published: true }),
      await writeArticle({ published: true }),
    ]
    const channels = [
      await joined(client, `article:${withdrawn.id}`),
      await joined(client, `article:${deleted.id}`),
    ]
    await sql`update public.articles set published = false where id = ${withdrawn.id}`
    await sql`delete from public.articles where id = ${deleted.id}`
    for (const { statuses } of channels) await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
  })

  test('because its user is banned closes its channels', async () => {
    const client = await desk()
    const { statuses } = await joined(client)
    await app.database
      .sql`update auth.users set banned_until = now() + interval '1 day' where email = ${client.email}`
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
  })

  test('with a token that is not renewed closes its channels when that expires', async () => {
    const client = await desk()
    const { data } = await client.auth.getSession()
    const { statuses, said } = await joined(client)
    await client.realtime.setAuth(await shortLived(data.session?.access_token ?? '', 2))
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
    expect(said).toEqual(['Token has expired'])
  })

  test('a renewed token is taken over', async () => {
    const client = await desk()
    const { statuses, channel } = await joined(client)
    const { data } = await client.auth.refreshSession()
    await client.realtime.setAuth(data.session?.access_token ?? '')
    expect(await channel.send({ type: 'presence', event: 'track', payload: {} })).toBe('ok')
    expect(statuses).toEqual(['SUBSCRIBED'])
  })

  test('a token that is not ours closes the channel', async () => {
    const client = await desk()
    const { statuses, said } = await joined(client)
    await client.realtime.setAuth('a.b.c')
    await expect.poll(() => statuses.at(-1)).toBe('CLOSED')
    expect(said).toEqual(['InvalidJWTToken: invalid JWT'])
  })
})
