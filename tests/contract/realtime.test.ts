import { randomUUID } from 'node:crypto'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp } from '../support/app.ts'
import { signToken } from '../support/auth.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { startRealtimeApp, statusesOf, subscribed } from './realtime-app.ts'

const { app, connect, desk, writeArticle } = await startRealtimeApp()

/** The same claims, in a token that expires soon. */
function shortLived(token: string, seconds: number): Promise<string> {
  const { iat: _iat, exp: _exp, ...claims } = decodeJwt(token)
  return signToken(claims, { expires: `${seconds}s` })
}

const ana = await desk()

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> } & Record<
  string,
  unknown
>

/** Subscribes to changes, and returns what is heard. */
async function hear(
  client: Client,
  options: {
    event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
    table?: string
    filter?: string
    select?: string[]
  } = {},
) {
  const heard: Change[] = []
  const channel = client
    .channel(randomUUID())
    .on(
      'postgres_changes' as never,
      { event: '*', schema: 'public', table: 'articles', ...options },
      (change: Change) => heard.push(change),
    )
  const status = await subscribed(channel)
  return { heard, status, channel }
}

describe('changes', () => {
  test('an administrator hears of a row when it is inserted, updated and deleted', async () => {
    const { heard, status } = await hear(ana)
    expect(status).toBe('SUBSCRIBED')
    const article = await writeArticle()
    await expect.poll(() => heard.length).toBe(1)
    expect(heard[0]).toEqual({
      schema: 'public',
      table: 'articles',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      eventType: 'INSERT',
      new: article,
      old: {},
      errors: null,
    })
    const service = app.service()
    const { data } = await service
      .from('articles')
      .update({ title: 'Another' })
      .eq('id', article.id)
      .select('*')
      .single()
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[1]).toMatchObject({ eventType: 'UPDATE', new: data, old: { id: article.id } })
    await service.from('articles').delete().eq('id', article.id)
    await expect.poll(() => heard.length).toBe(3)
    expect(heard[2]).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: article.id } })
  })

  test('a subscription hears only the event that it asks for', async () => {
    const client = await desk()
    const inserts = await hear(client, { event: 'INSERT' })
    const updates = await hear(client, { event: 'UPDATE' })
    const { id } = await writeArticle()
    await app.service().from('articles').update({ title: 'Another' }).eq('id', id)
    await expect.poll(() => updates.heard.length).toBe(1)
    expect(inserts.heard.map(({ eventType }) => eventType)).toEqual(['INSERT'])
    expect(updates.heard.map(({ eventType }) => eventType)).toEqual(['UPDATE'])
  })

  test('several subscriptions of one channel are told apart', async () => {
    const heard: string[] = []
    const channel = (await desk()).channel(randomUUID())
    const filter = (language: string) =>
      ({ event: '*', schema: 'public', table: 'articles', filter: `language=eq.${language}` }) as const
    channel.on('postgres_changes', filter('en'), () => heard.push('en'))
    channel.on('postgres_changes', filter('de'), () => heard.push('de'))
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'settings' }, () =>
      heard.push('settings'),
    )
    expect(await subscribed(channel)).toBe('SUBSCRIBED')
    await writeArticle({ language: 'de' })
    await app.database.sql`insert into public.settings (key, value) values ('site_name', '"The Site"')`
    await expect.poll(() => heard).toEqual(['de', 'settings'])
  })

  test.each([
    ['title=eq.One', ['One']],
    ['title=neq.One', ['Two, too']],
    ['title=in.(One,"Two, too")', ['One', 'Two, too']],
    ['title=eq."Two, too"', ['Two, too']],
    ['title=gt.P', ['Two, too']],
    ['title=gte.One,title=lt.P', ['One']],
    ['title=not.in.(One)', ['Two, too']],
    ['original_article_id=is.null', ['One', 'Two, too']],
    ['publish_date=lte.2000-01-01', []],
  ])('the filter %s', async (filter, expected) => {
    const category = 'hack'
    const { heard, status } = await hear(ana, {
      filter: `${filter},category=eq.${category}`,
      event: 'INSERT',
    })
    expect(status).toBe('SUBSCRIBED')
    await writeArticle({ title: 'One', category })
    await writeArticle({ title: 'Two, too', category })
    const all = await hear(ana, { filter: 'title=eq.Last' })
    await writeArticle({ title: 'Last', category: 'news' })
    await expect.poll(() => all.heard.length).toBe(1)
    await expect.poll(() => heard.map((change) => change.new.title)).toEqual(expected)
  })

  test('a subscription can choose its columns', async () => {
    const { heard } = await hear(ana, { select: ['id', 'title'], event: 'INSERT' })
    const { id } = await writeArticle({ title: 'Chosen' })
    await expect.poll(() => heard.map((change) => change.new)).toContainEqual({ id, title: 'Chosen' })
  })

  test('the values of settings arrive as they are, also texts that look like JSON', async () => {
    const { heard } = await hear(ana, { table: 'settings' })
    const set = (key: string, value: unknown) =>
      app
        .service()
        .from('settings')
        .upsert({ key, value: value as never })
        .throwOnError()
    await set('default_author', '123')
    await set('default_reading_time', '5 min read')
    await set('editorial_responsibility', { kind: 'person', name: 'Ana' })
    await expect
      .poll(() => heard.map((change) => change.new.value))
      .toEqual(['123', '5 min read', { kind: 'person', name: 'Ana' }])
  })

  test('of a very long row only short values are sent, and the client is told', async () => {
    const { heard } = await hear(ana, { filter: 'title=eq.Long' })
    const { id } = await writeArticle({ title: 'Long', content: 'x'.repeat(300_000) })
    await expect.poll(() => heard.length).toBe(1)
    expect(heard[0]?.errors).toEqual(['Error 413: Payload Too Large'])
    expect(heard[0]?.new).toMatchObject({ id, title: 'Long' })
    expect(heard[0]?.new).not.toHaveProperty('content')
  })

  test('the service key hears everything', async () => {
    const { heard, status } = await hear(connect({ key: TEST_SECRETS.secretKey }))
    expect(status).toBe('SUBSCRIBED')
    const { id } = await writeArticle()
    await app.service().from('articles').delete().eq('id', id)
    await expect.poll(() => heard.at(-1)?.old).toEqual({ id })
  })

  test.each([
    [{ table: 'outbox_mails' }, 'The changes of public.outbox_mails are not announced'],
    [{ table: '__proto__' }, 'The changes of public.__proto__ are not announced'],
    [{ schema: 'auth', table: 'users' }, 'config.postgres_changes.0.schema'],
    [{ table: undefined }, 'config.postgres_changes.0.table'],
    [{ event: 'TRUNCATE' }, 'config.postgres_changes.0.event'],
    [{ filter: 'nothing=eq.1' }, 'column articles.nothing does not exist'],
    [{ filter: 'id=eq.1' }, 'invalid input syntax for type uuid'],
    [{ filter: 'title=like.*a*' }, 'the operator "like" is not known'],
    [{ filter: 'title' }, 'column=operator.value is expected'],
    [{ filter: 'title=eq.a)' }, 'nothing may follow'],
    [{ filter: '' }, undefined],
    [{ select: ['id', 'nothing'] }, 'column articles.nothing does not exist'],
  ])('a join with %j is refused with the reason', async (options, reason) => {
    const { status } = await hear(ana, options as never)
    if (reason === undefined) expect(status).toBe('SUBSCRIBED')
    else expect(status).toContain(reason)
  })
})

describe('who may hear', () => {
  test('nobody joins without a session', async () => {
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

  test('who is no administrator hears of rows that the policies show, and of no deletion', async () => {
    const reader = await hear(await desk({ isAdministrator: false }))
    const administrator = await hear(ana)
    expect(reader.status).toBe('SUBSCRIBED')
    const draft = await writeArticle()
    const published = await writeArticle({ published: true })
    await app.service().from('articles').delete().eq('id', draft.id)
    await expect.poll(() => administrator.heard.at(-1)?.eventType).toBe('DELETE')
    const last = await writeArticle({ published: true })
    await expect.poll(() => reader.heard.map((change) => change.new.id)).toEqual([published.id, last.id])
  })

  test('broadcast and presence are for administrators, in private channels', async () => {
    const config = { private: true }
    const reader = await desk({ isAdministrator: false })
    expect(await subscribed(reader.channel('private', { config }))).toBe(
      'CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: private',
    )
    const administrator = await desk()
    expect(await subscribed(administrator.channel('open'))).toBe(
      'CHANNEL_ERROR: PrivateOnly: This project only allows private channels',
    )
    expect(await subscribed(administrator.channel('private', { config }))).toBe('SUBSCRIBED')
  })

  test('in a channel that is not private nothing can be said', async () => {
    const { channel } = await hear(ana)
    expect(await channel.send({ type: 'presence', event: 'track', payload: {} })).toBe('error')
  })
})

describe('a session that ends', () => {
  async function joined(client: Client) {
    const channel = client.channel(randomUUID(), { config: { private: true } })
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

  test('because its user is no administrator any more closes private channels, and leaves others open', async () => {
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

describe.each(['2.0.0', '1.0.0'])('protocol %s', (vsn) => {
  test('a broadcast reaches the others in its topic, also in another process', async () => {
    const beside = await startTestApp({ beside: app, trustProxy: 1 })
    const topic = randomUUID()
    const listen = async (client: Client, name: string) => {
      const heard: unknown[] = []
      const channel = client.channel(name, { config: { private: true, broadcast: { ack: true } } })
      channel.on('broadcast', { event: 'moved' }, (message) => heard.push(message))
      expect(await subscribed(channel)).toBe('SUBSCRIBED')
      return { channel, heard }
    }
    const sender = await listen(await desk({ vsn }), topic)
    const same = await listen(await desk({ vsn }), topic)
    const other = await listen(await desk({ vsn }), randomUUID())
    const far = await desk({ to: beside, vsn })
    const across = await listen(far, topic)
    const payload = { x: 1, text: 'Grüße 👋 \u2028', list: [null, true] }
    expect(await sender.channel.send({ type: 'broadcast', event: 'moved', payload })).toBe('ok')
    const message = { type: 'broadcast', event: 'moved', payload }
    await expect.poll(() => across.heard).toEqual([message])
    await expect.poll(() => same.heard).toEqual([message])
    expect([sender.heard, other.heard]).toEqual([[], []])
    await far.realtime.disconnect()
    await beside.stop()
  })

  test('everybody sees who is present', async () => {
    const beside = await startTestApp({ beside: app, trustProxy: 1 })
    const topic = randomUUID()
    const enter = async (client: Client, key: string) => {
      const channel = client.channel(topic, { config: { private: true, presence: { key } } })
      const events: string[] = []
      channel.on('presence', { event: 'join' }, ({ key }) => events.push(`+${key}`))
      channel.on('presence', { event: 'leave' }, ({ key }) => events.push(`-${key}`))
      expect(await subscribed(channel)).toBe('SUBSCRIBED')
      return { channel, events }
    }
    const namesIn = (channel: RealtimeChannel) =>
      Object.entries(channel.presenceState<{ name: string }>()).map(([key, metas]) => [
        key,
        ...metas.map(({ name }) => name),
      ])
    const ana = await enter(await desk({ vsn }), 'ana')
    expect(await ana.channel.track({ name: 'Ana' })).toBe('ok')
    await expect.poll(() => namesIn(ana.channel)).toEqual([['ana', 'Ana']])
    const far = await desk({ to: beside, vsn })
    const ben = await enter(far, '__proto__')
    await expect.poll(() => namesIn(ben.channel)).toEqual([['ana', 'Ana']])
    await ben.channel.track({ name: 'Ben' })
    await expect.poll(() => ana.events).toContain('+__proto__')
    await ana.channel.track({ name: 'Ana, editing' })
    await expect.poll(() => namesIn(ben.channel)).toContainEqual(['ana', 'Ana, editing'])
    await ana.channel.untrack()
    await expect.poll(() => ben.events).toContain('-ana')
    await far.realtime.disconnect()
    await expect.poll(() => ana.events.at(-1)).toBe('-__proto__')
    await beside.stop()
  })

  test('a client can leave and join again', async () => {
    const client = await desk({ vsn })
    const { channel } = await hear(client)
    expect(await channel.unsubscribe()).toBe('ok')
    const { heard, status } = await hear(client)
    expect(status).toBe('SUBSCRIBED')
    const { id } = await writeArticle()
    await expect.poll(() => heard.map((change) => change.new.id)).toEqual([id])
  })
})

describe('broadcast', () => {
  test('the sender hears itself where it wants to, and bytes stay bytes', async () => {
    const channel = (await desk()).channel(randomUUID(), {
      config: { private: true, broadcast: { self: true } },
    })
    const heard: ArrayBuffer[] = []
    channel.on('broadcast', { event: 'bytes' }, ({ payload }) => heard.push(payload))
    await subscribed(channel)
    await channel.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 10]).buffer })
    await expect.poll(() => heard.map((bytes) => [...new Uint8Array(bytes)])).toEqual([[0, 255, 10]])
  })

  test('one that is too large is refused', async () => {
    const channel = (await desk()).channel(randomUUID(), {
      config: { private: true, broadcast: { ack: true } },
    })
    await subscribed(channel)
    expect(await channel.send({ type: 'broadcast', event: 'a', payload: { text: 'x'.repeat(8000) } })).toBe(
      'error',
    )
    expect(await channel.send({ type: 'broadcast', event: 'a', payload: { text: 'x'.repeat(7000) } })).toBe(
      'ok',
    )
  })

  test('can be sent by HTTP, by administrators only', async () => {
    const topic = randomUUID()
    const config = { private: true }
    const listener = (await desk()).channel(topic, { config })
    const heard: unknown[] = []
    listener.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload]))
    await subscribed(listener)
    const administrator = (await desk()).channel(topic, { config })
    expect(await administrator.httpSend('one', { n: 1 })).toEqual({ success: true })
    expect(await administrator.send({ type: 'broadcast', event: 'two', payload: { n: 2 } })).toBe('ok')
    await expect
      .poll(() => heard)
      .toEqual([
        ['one', { n: 1 }],
        ['two', { n: 2 }],
      ])
    const reader = (await desk({ isAdministrator: false })).channel(topic, { config })
    await expect(reader.httpSend('three', {})).rejects.toThrow('You do not have permissions to broadcast')
    await expect(connect().channel(topic, { config }).httpSend('three', {})).rejects.toThrow(
      'You have to be signed in',
    )
    await expect((await desk()).channel(topic).httpSend('three', {})).rejects.toThrow(
      'only allows private channels',
    )
  })
})
