import { randomUUID } from 'node:crypto'
import type { RealtimeChannel } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp } from '../support/app.ts'
import { hear } from './hear-changes.ts'
import { startRealtimeApp, subscribed } from './realtime-app.ts'

const { app, connect, desk, writeArticle } = await startRealtimeApp()

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

  test('all clients see who is present', async () => {
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
      Object.entries(channel.presenceState<{ is: string }>()).map(([key, metas]) => [
        key,
        ...metas.map(({ is }) => is),
      ])
    const ana = await enter(await desk({ vsn }), 'ana')
    expect(await ana.channel.track({ is: 'Ana' })).toBe('ok')
    await expect.poll(() => namesIn(ana.channel)).toEqual([['ana', 'Ana']])
    const far = await desk({ to: beside, vsn })
    const ben = await enter(far, '__proto__')
    await expect.poll(() => namesIn(ben.channel)).toEqual([['ana', 'Ana']])
    await ben.channel.track({ is: 'Ben' })
    await expect.poll(() => ana.events).toContain('+__proto__')
    await ana.channel.track({ is: 'Ana, editing' })
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
    const reader = (await desk({ member: null })).channel(topic, { config })
    await expect(reader.httpSend('three', {})).rejects.toThrow('You do not have permissions to broadcast')
    await expect(connect().channel(topic, { config }).httpSend('three', {})).rejects.toThrow(
      'You have to be signed in',
    )
    await expect((await desk()).channel(topic).httpSend('three', {})).rejects.toThrow(
      'only allows private channels',
    )
  })
})
