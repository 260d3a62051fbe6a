import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliverWebhook, followWebhooks } from '#server/features/webhooks/deliver-webhook.ts'
import { followWebhooksJob } from '#server/features/webhooks/jobs.ts'
import { openWebhookSite } from '#server/features/webhooks/testing/open-webhook-site.ts'
import { isSigned, startReceiver } from '#server/platform/links/testing/start-receiver.ts'
import { createLog } from '#server/platform/log.ts'
import { purge } from '#server/upkeep/purge.ts'

const untilIdle = (site: Awaited<ReturnType<typeof openWebhookSite>>) =>
  expect
    .poll(async () => (await site.readDeliveries()).every(({ status }) => status !== 'waiting'), {
      timeout: 20_000,
    })
    .toBe(true)

/** One run of the job, without a worker. */
const runFor = (site: Awaited<ReturnType<typeof openWebhookSite>>, webhookId: string) =>
  deliverWebhook(site.services, { webhookId }, { id: randomUUID(), signal: new AbortController().signal })

test('what happens is delivered at once, signed, with the public address', async () => {
  const site = await openWebhookSite()
  const receiver = await startReceiver()
  const { id, secret } = await site.addWebhook(`${receiver.url}/hooks`)
  await site.publish()
  await expect.poll(() => receiver.types()).toEqual(['article.published'])
  const [received] = receiver.received
  const [delivery] = await site.readDeliveries()
  expect(received?.event.data).toMatchObject({
    slug: 'chips-1',
    title: 'Chips 1',
    url: 'https://aiwatch.example/article/chips-1',
  })
  expect(received?.headers['webhook-id']).toBe(`msg_${delivery?.id}`)
  expect(received && isSigned(received, secret)).toBe(true)
  expect(received && isSigned(received, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
  await untilIdle(site)
  expect(await site.readWebhook(id)).toMatchObject({ failures: 0, problem: null, http_status: 204 })
})

test('what fails is tried again with the same id and the same body, after a growing pause', async () => {
  const site = await openWebhookSite({ works: false })
  const statuses = [500, 503, 200]
  const receiver = await startReceiver(() => statuses.shift() ?? 200)
  const { id } = await site.addWebhook(receiver.url)
  await site.publish()
  await runFor(site, id)
  expect(receiver.received).toHaveLength(1)
  expect(await site.readDeliveries()).toMatchObject([
    { status: 'waiting', attempts: 1, problem: 'status', http_status: 500, answer: 'no' },
  ])
  const { failures, resumes_at: resumesAt } = (await site.readWebhook(id)) ?? {}
  expect(failures).toBe(1)
  expect(resumesAt.getTime() - Date.now()).toBeGreaterThan(40_000)
  // Nothing is tried before its time.
  await runFor(site, id)
  expect(receiver.received).toHaveLength(1)
  for (let attempt = 0; attempt < 2; attempt++) {
    await site.letTimePass()
    await runFor(site, id)
  }
  expect(await site.readDeliveries()).toMatchObject([{ status: 'delivered', attempts: 3, problem: null }])
  expect(await site.readWebhook(id)).toMatchObject({ failures: 0, failing_since: null })
  const [first, ...others] = receiver.received
  expect(others).toHaveLength(2)
  for (const other of others) {
    expect(other.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(other.body).toBe(first?.body)
  }
})

test('after a day of failures only, the webhook is switched off and administrators are mailed', async () => {
  const site = await openWebhookSite({ works: false })
  await site.sql`
    with someone as (insert into auth.users (id, email) values (gen_random_uuid(), 'nora@example.org') returning id)
    insert into public.user_roles (user_id, role) select id, 'admin' from someone`
  const receiver = await startReceiver(() => 500)
  const { id } = await site.addWebhook(`${receiver.url}/secret-path`)
  await site.publish(2)
  await runFor(site, id)
  const age = (hours: number, failures: number) => site.sql`
    update public.webhooks set failing_since = now() - make_interval(hours => ${hours}), failures = ${failures}`
  // The site was away for a day: too few attempts say nothing.
  await age(30, 1)
  await site.letTimePass()
  await runFor(site, id)
  expect(await site.readWebhook(id)).toMatchObject({ enabled: true, failures: 2 })
  await age(25, 30)
  await site.letTimePass()
  await runFor(site, id)
  expect(await site.readWebhook(id)).toMatchObject({ enabled: false, switched_off_at: expect.any(Date) })
  expect(await site.readDeliveries()).toMatchObject([
    { status: 'failed', problem: 'off' },
    { status: 'failed', problem: 'off' },
  ])
  const mails = await site.sql`select data from pgboss.job where name = 'send-webhook-notice'`
  expect(mails).toHaveLength(1)
  const [entry] = await site.sql`
    select actor_name, did from public.audit_log where action = 'switch_webhook'`
  expect(entry).toEqual({
    actor_name: 'The site',
    did: `switched off the webhook to “127.0.0.1:${receiver.port}”, which has taken nothing for a day`,
  })
  // Events from now on are not kept for it.
  await site.publish()
  expect(await site.readDeliveries()).toHaveLength(2)
})

test('the mail says which host, and not the path', async () => {
  const site = await openWebhookSite()
  await site.sql`
    with someone as (insert into auth.users (id, email) values (gen_random_uuid(), 'nora@example.org') returning id)
    insert into public.user_roles (user_id, role) select id, 'admin' from someone`
  const { id } = await site.addWebhook('https://hooks.example.org/T0/secret-path')
  await site.sql`
    update public.webhooks set failing_since = now() - interval '25 hours', failures = 30, url = 'http://hooks.example.org/T0/secret-path'`
  await site.publish()
  await expect
    .poll(() => site.sql`select recipient, body_text from public.outbox_mails`, { timeout: 15_000 })
    .toMatchObject([
      { recipient: 'nora@example.org', body_text: expect.stringContaining('hooks.example.org') },
    ])
  const [mail] = await site.sql`select body_text || body_html as text from public.outbox_mails`
  expect(mail?.text).not.toContain('secret-path')
  expect(mail?.text).toContain(`/admin/webhooks/${id}`)
})

test('a delivery that alone is refused for a day is given up, and the webhook stays on', async () => {
  const site = await openWebhookSite({ works: false })
  const receiver = await startReceiver(({ event }) => (event.data.slug === 'chips-1' ? 422 : 200))
  const { id } = await site.addWebhook(receiver.url)
  await site.publish(1)
  await runFor(site, id)
  await site.publish(1)
  await site.sql`update public.webhook_deliveries set tried_since = now() - interval '1 day' where attempts > 0`
  await site.letTimePass()
  await runFor(site, id)
  await site.letTimePass()
  await runFor(site, id)
  expect(await site.readDeliveries()).toMatchObject([
    { status: 'failed', problem: 'status', http_status: 422 },
    { status: 'delivered' },
  ])
  expect(await site.readWebhook(id)).toMatchObject({ enabled: true })
})

test('single deliveries that are refused hold up no others, many in a row do', async () => {
  const site = await openWebhookSite({ works: false })
  const refused = new Set(['chips-1', 'chips-3'])
  const receiver = await startReceiver(({ event }) => (refused.has(String(event.data.slug)) ? 400 : 200))
  const { id } = await site.addWebhook(receiver.url)
  await site.publish(5)
  await runFor(site, id)
  expect((await site.readDeliveries()).map(({ status }) => status).toSorted()).toEqual([
    ...['delivered', 'delivered', 'delivered', 'waiting', 'waiting'],
  ])
  for (let n = 6; n <= 30; n++) refused.add(`chips-${n}`)
  await site.publish(25)
  await runFor(site, id)
  expect(receiver.received.length).toBeLessThan(5 + 12)
  expect((await site.readWebhook(id))?.resumes_at.getTime()).toBeGreaterThan(Date.now() + 60_000)
})

test('receivers that do not answer delay nobody else, and each gets one request at a time', async () => {
  const site = await openWebhookSite()
  let under = 0
  let most = 0
  const silent = await startReceiver(() => () => {
    under += 1
    most = Math.max(most, under)
  })
  const quick = await startReceiver()
  for (let n = 0; n < 3; n++) await site.addWebhook(`${silent.url}/${n}`)
  await site.addWebhook(quick.url)
  const begun = Date.now()
  await site.publish(5)
  await expect.poll(() => quick.received.length, { timeout: 8_000 }).toBe(5)
  expect(Date.now() - begun).toBeLessThan(8_000)
  expect(most).toBeLessThanOrEqual(3)
})

test('ten a second go to one receiver, however many there are', async () => {
  const site = await openWebhookSite()
  const receiver = await startReceiver()
  await site.addWebhook(receiver.url)
  await site.publish(60)
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(60)
  const times = receiver.received.map(({ at }) => at)
  for (let n = 10; n < times.length; n++) {
    // A timer may be early by a millisecond.
    expect((times[n] ?? 0) - (times[n - 10] ?? 0)).toBeGreaterThan(900)
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60)
}, 60_000)

test('of more than ten thousand that wait, the newest are sent', async () => {
  const site = await openWebhookSite({ works: false })
  const receiver = await startReceiver(() => 500)
  const { id } = await site.addWebhook(receiver.url)
  await site.sql`
    insert into public.webhook_deliveries (webhook_id, event, data, happened_at)
    select ${id}, 'article.updated', '{"id": null, "language": "en"}', now() - n * interval '1 second'
    from generate_series(1, 10050) as n`
  await runFor(site, id)
  const [row] = await site.sql`
    select count(*)::int as count from public.webhook_deliveries where problem = 'too_many'`
  expect(row?.count).toBe(50)
  const [oldest] = await site.sql`
    select problem from public.webhook_deliveries order by happened_at limit 1`
  expect(oldest?.problem).toBe('too_many')
})

test('two jobs for one webhook do not send at the same time, and a killed one has its turn again', async () => {
  const site = await openWebhookSite({ works: false })
  const receiver = await startReceiver()
  const { id } = await site.addWebhook(receiver.url)
  await site.publish(1)
  const killed = randomUUID()
  await site.sql`
    insert into private.webhook_turns (webhook_id, job_id, ends_at) values (${id}, ${killed}, now() + interval '30 s')`
  await followWebhooks(site.services)
  await runFor(site, id)
  expect(receiver.received).toHaveLength(0)
  const signal = new AbortController().signal
  await deliverWebhook(site.services, { webhookId: id }, { id: killed, signal })
  expect(receiver.received).toHaveLength(1)
})

test('a restored site sends nothing before an administrator lets it go on', async () => {
  const site = await openWebhookSite()
  const receiver = await startReceiver()
  await site.addWebhook(receiver.url)
  await site.sql`insert into private.restorations (made_at) values (now())`
  await site.publish()
  await site.queue.enqueue(followWebhooksJob, {})
  await vi.waitUntil(
    async () => {
      const [row] = await site.sql`
        select count(*)::int as count from pgboss.job where name = 'follow-webhooks' and state = 'completed'`
      return row?.count > 0
    },
    { timeout: 15_000 },
  )
  expect(receiver.received).toHaveLength(0)
  await site.sql`update private.restorations set confirmed_at = now()`
  await followWebhooks(site.services)
  await expect.poll(() => receiver.received.length).toBe(1)
})

test('a secret that cannot be read sends nothing, and the previous one signs until its time', async () => {
  const site = await openWebhookSite({ works: false })
  const receiver = await startReceiver()
  const { id, secret } = await site.addWebhook(receiver.url)
  await site.sql`update private.webhook_secrets set previous_sealed = sealed, previous_until = now() + interval '1 day'`
  await site.publish()
  await runFor(site, id)
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  expect(receiver.received[0] && isSigned(receiver.received[0], secret)).toBe(true)
  await site.sql`update private.webhook_secrets set previous_until = now()`
  await site.publish()
  await runFor(site, id)
  expect(receiver.received[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
  await site.sql`update private.webhook_secrets set sealed = 'v1.AAAA'`
  await site.publish()
  await runFor(site, id)
  expect(receiver.received).toHaveLength(2)
  expect((await site.readDeliveries()).at(-1)).toMatchObject({ status: 'waiting', problem: 'secret' })
})

test('no line of the log has a secret or the path of an address', async () => {
  const lines: string[] = []
  const write = (chunk: unknown) => {
    lines.push(String(chunk))
    return true
  }
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(write)
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(write)
  onTestFinished(() => {
    stdout.mockRestore()
    stderr.mockRestore()
  })
  const site = await openWebhookSite({ works: false })
  const receiver = await startReceiver(() => 500)
  const { id, secret } = await site.addWebhook(`${receiver.url}/T0/secret-path`)
  await site.publish()
  await site.sql`update public.webhooks set failing_since = now() - interval '25 hours', failures = 30`
  await deliverWebhook(
    { ...site.services, log: createLog('debug') },
    { webhookId: id },
    { id: randomUUID(), signal: new AbortController().signal },
  )
  const said = lines.join('')
  expect(said).toContain(`The webhook ${id} was switched off`)
  expect(said).not.toContain('secret-path')
  expect(said).not.toContain(secret.slice(6))
})

test('the log keeps thirty days, at most a thousand for each webhook', async () => {
  const site = await openWebhookSite({ works: false })
  const { id } = await site.addWebhook('https://example.org/')
  const add = (count: number, days: number, status: string) => site.sql`
    insert into public.webhook_deliveries (webhook_id, event, data, status, happened_at)
    select ${id}, 'article.updated', '{}', ${status}, now() - make_interval(days => ${days}) - n * interval '1 second'
    from generate_series(1, ${count}) as n`
  await add(1_030, 1, 'delivered')
  await add(20, 31, 'failed')
  await add(5, 40, 'waiting')
  await purge(site.services, { signal: new AbortController().signal })
  const counts = await site.sql`
    select status, count(*)::int as count from public.webhook_deliveries group by status order by status`
  expect(counts).toEqual([
    { status: 'delivered', count: 1_000 },
    { status: 'waiting', count: 5 },
  ])
})
