import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { ADMIN } from '../support/app.ts'
import { mintToken } from '../support/mint-token.ts'
import { startHostileDesks } from './hostile-desks.ts'

const { app, open, joinOf, joined, writeArticle } = await startHostileDesks()

test('more messages than any client needs end the connection', async () => {
  const peer = await open()
  for (let n = 0; n <= BOUNDS.framesPer10Seconds; n += 1)
    peer.send([null, `${n}`, 'phoenix', 'heartbeat', {}])
  expect(await peer.closed).toBe(1008)
})

test('so do pings', async () => {
  const peer = await open()
  for (let n = 0; n <= BOUNDS.framesPer10Seconds; n += 1) peer.socket.ping()
  expect(await peer.closed).toBe(1008)
})

test('joins, channels and subscriptions are counted', async () => {
  const peer = await open()
  for (let n = 0; n < BOUNDS.joinsPer10Seconds + 2; n += 1)
    peer.send(joinOf(`realtime:${n}`, { private: true }))
  const reasons = () =>
    peer.received.flatMap(
      ([, , , , payload]) => (payload.response as { reason?: string } | undefined)?.reason ?? [],
    )
  await expect
    .poll(() => new Set(reasons()))
    .toEqual(
      new Set([
        'ChannelRateLimitReached: Too many channels',
        'ClientJoinRateLimitReached: Too many joins per second',
      ]),
    )
})

test('a client that does not read is cut off, and the others hear on', async () => {
  const slow = await joined()
  const quick = await joined()
  slow.socket.pause()
  const content = 'x'.repeat(200_000)
  let updates = 0
  const { id } = await writeArticle({ title: 'Long', content })
  const heard = () => quick.received.filter(([, , , event]) => event === 'postgres_changes').length
  let isCut = false
  void slow.closed.then(() => {
    isCut = true
  })
  slow.socket.on('error', () => {})
  await expect
    .poll(async () => {
      updates += 1
      await app
        .service()
        .from('articles')
        .update({ subtitle: `${updates}` })
        .eq('id', id)
        .throwOnError()
      await expect.poll(heard).toBeGreaterThan(updates - 1)
      // It learns of its end only when it reads what was sent before.
      if (updates * content.length > 4 * BOUNDS.queuedBytes) slow.socket.resume()
      return isCut
    })
    .toBe(true)
})

test('one user cannot flood all desks, however many connections there are', async () => {
  const email = `${randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, ADMIN.password)
  const other = await joined({ private: true }, { access_token: await mintToken(app.database.sql, email) })
  const each = BOUNDS.waitingFrames - 10
  const peers: Awaited<ReturnType<typeof joined>>[] = []
  for (let told = 0; told <= BOUNDS.announcementsPer10Seconds; told += each)
    peers.push(await joined({ private: true }))
  for (const [which, peer] of peers.entries()) {
    const event = which === 0 ? 'broadcast' : 'presence'
    for (let n = 0; n < each; n += 1)
      peer.send(['1', `${n}`, peer.topic, event, { event: which === 0 ? 'a' : 'track', payload: {} }])
  }
  const reasons = () =>
    peers.flatMap(({ received }) =>
      received.flatMap(
        ([, , , , payload]) => (payload.response as { reason?: string } | undefined)?.reason ?? [],
      ),
    )
  await expect.poll(reasons).toContain('ClientMessageRateLimitReached: Too many messages per second')
  other.send(['1', 'mine', other.topic, 'presence', { event: 'track', payload: {} }])
  await expect
    .poll(() => other.received.find(([, ref]) => ref === 'mine')?.[4])
    .toMatchObject({ status: 'ok' })
})
