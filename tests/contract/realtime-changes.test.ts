import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { hear } from './hear-changes.ts'
import { startRealtimeApp, subscribed } from './realtime-app.ts'

const { app, connect, desk, writeArticle } = await startRealtimeApp()

const ana = await desk()

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
