import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openLiveChannel, readPresences } from '#app/admin/kit/live/live-updates.tsx'
import type { LiveTable } from '#core/data/database.types.ts'
import { PASSWORD, startRealtimeApp } from '../../../../tests/contract/realtime-app.ts'

const { app, connect, desk, writeArticle } = await startRealtimeApp()

type Desk = Awaited<ReturnType<typeof desk>>

/** A tab of the desk, and what it heard. */
function openTab(client: Desk) {
  const heard: (LiveTable | 'reload')[] = []
  const channel = openLiveChannel({
    client,
    userId: client.userId,
    onChange: (table) => heard.push(table),
    onReload: () => heard.push('reload'),
    onClosed() {},
  })
  onTestFinished(channel.stop)
  return { channel, heard }
}

async function joined(client: Desk) {
  const tab = openTab(client)
  await expect.poll(() => tab.heard).toContain('reload')
  return tab
}

/** A tab can also hear what was done to make its account. */
const reloads = (heard: readonly string[]) => heard.filter((what) => what === 'reload').length

test('hears which table has changed', async () => {
  const { heard } = await joined(await desk())
  await writeArticle()
  await expect.poll(() => heard).toContain('articles')
  await app.database.sql`insert into public.settings (key, value) values ('site_name', '"Le Monde"')`
  await expect
    .poll(() => heard.slice(heard.indexOf('articles')))
    .toEqual(['articles', 'settings', 'audit_log'])
  expect(reloads(heard)).toBe(1)
})

test('loads everything again after the connection was lost', async () => {
  const { heard } = await joined(await desk())
  await app.database.cut()
  await app.database.restore()
  await expect.poll(() => reloads(heard)).toBe(2)
})

test('is closed with the session, and opened again with the next one', async () => {
  const client = await desk()
  const { heard } = await joined(client)
  await app.database
    .sql`delete from auth.sessions using auth.users where user_id = users.id and email = ${client.email}`
  await expect.poll(() => client.realtime.getChannels()).toEqual([])
  await client.auth.signInWithPassword({ email: client.email, password: PASSWORD })
  await expect.poll(() => reloads(heard)).toBe(2)
  await writeArticle()
  await expect.poll(() => heard.at(-1)).toBe('articles')
})

test('waits for a session when there is none yet', async () => {
  const { email, userId } = await desk()
  const client = Object.assign(connect(), { email, userId })
  const { heard } = openTab(client)
  await client.auth.getSession()
  expect(client.realtime.getChannels()).toEqual([])
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  await expect.poll(() => reloads(heard)).toBe(1)
})

test('shows the other people in a place, without other tabs of the same one and without those who left', async () => {
  const place = `article:${randomUUID()}`
  const [ana, bruno] = [await desk(), await desk()]
  const anasTab = await joined(ana)
  const leave = anasTab.channel.enter(place)
  const brunosTab = await joined(bruno)
  let changes = 0
  brunosTab.channel.subscribe(() => {
    changes += 1
  })
  await expect.poll(() => brunosTab.channel.othersIn(place)).toEqual([ana.userId])
  expect(brunosTab.channel.othersIn('settings')).toEqual([])
  expect(anasTab.channel.othersIn(place)).toEqual([])
  const again = Object.assign(connect(), { email: ana.email, userId: ana.userId })
  await again.auth.signInWithPassword({ email: ana.email, password: PASSWORD })
  const anasOtherTab = await joined(again)
  anasOtherTab.channel.enter('settings')
  await expect.poll(() => brunosTab.channel.othersIn('settings')).toEqual([ana.userId])
  leave()
  await expect.poll(() => brunosTab.channel.othersIn(place)).toEqual([])
  await again.realtime.disconnect()
  await expect.poll(() => brunosTab.channel.othersIn('settings')).toEqual([])
  expect(changes).toBeGreaterThan(2)
})

test('says again where it is after the connection was lost', async () => {
  const place = `article:${randomUUID()}`
  const [ana, bruno] = [await desk(), await desk()]
  ;(await joined(ana)).channel.enter(place)
  const { channel, heard } = await joined(bruno)
  await expect.poll(() => channel.othersIn(place)).toEqual([ana.userId])
  await app.database.cut()
  await app.database.restore()
  await expect.poll(() => reloads(heard)).toBe(2)
  await expect.poll(() => channel.othersIn(place)).toEqual([ana.userId])
})

const ANA = randomUUID()
const BRUNO = randomUUID()

test('tells who is where, once for each person, and never oneself', () => {
  const present = readPresences(
    {
      tab1: [{ user_id: ANA, places: ['article:1'] }],
      tab2: [{ user_id: ANA, places: ['article:1', 'settings'] }],
      tab3: [
        { user_id: BRUNO, places: ['article:1'] },
        { user_id: 'me', places: ['article:1'] },
      ],
    },
    'me',
  )
  expect([...present]).toEqual([
    ['article:1', [ANA, BRUNO]],
    ['settings', [ANA]],
  ])
})

test('leaves out what no desk says', () => {
  const strange = [
    null,
    5,
    'x',
    {},
    { user_id: 5, places: ['a'] },
    { user_id: ANA },
    { user_id: ANA, places: 'a' },
  ]
  expect(readPresences({ tab: strange, __proto__: [{ user_id: ANA, places: ['b'] }] }, '').size).toBe(0)
})

test('takes any name of a place', () => {
  const present = readPresences({ tab: [{ user_id: ANA, places: ['__proto__', 'constructor', ''] }] }, BRUNO)
  expect([...present.keys()]).toEqual(['__proto__', 'constructor', ''])
})
