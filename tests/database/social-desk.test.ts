import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  blockOnSocialWeb,
  listSocialBlocks,
  listSocialFollowers,
  listSocialReactions,
  listSocialReplies,
  listSocialServers,
  readSocialWeb,
  unblockOnSocialWeb,
} from '#core/data/social-web.ts'
import { startTestApp } from '../support/app.ts'
import { addMember } from '../support/members.ts'
import { addFollowers, addReactions, addSocialDelivery } from '../support/social-web.ts'

const app = await startTestApp()
const { sql } = app.database
const { client: editor } = await addMember(app, 'Lena', { role: 'editor' })
const { client: admin } = await addMember(app, 'Ada', { role: 'admin' })
afterAll(() => app.stop())
beforeEach(async () => {
  await sql`truncate private.social_followers, private.social_reactions, private.social_blocks, private.social_servers`
  await sql`delete from private.social_activities`
  await sql`delete from public.articles`
})

const MARA = 'https://social.example/users/mara'
const FIRST = { page: 1, pageSize: 10 }

async function addArticle(slug: string): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, author, published)
    values (${slug}, 'en', ${slug}, 'A storm.', 'It rained.', 'news', 'Ida Novak', true) returning id`
  return id
}

const refusalOf = (whom: string) =>
  blockOnSocialWeb(admin, whom).then(
    () => null,
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  )

test('before anything happens there is nothing', async () => {
  expect(await readSocialWeb(editor)).toEqual({
    followers: [],
    likes: 0,
    shares: 0,
    replies: 0,
    waiting: 0,
    waiting_servers: 0,
    waiting_since: null,
  })
  expect(await listSocialReactions(editor)).toEqual([])
})

test('followers are counted by language and listed page by page, the newest first', async () => {
  await addFollowers(sql, [
    ...Array.from({ length: 12 }, (_, index) => ({ name: `reader${index}`, ago: index })),
    { name: 'mara', language: 'fr' as const, ago: 40 },
  ])
  expect((await readSocialWeb(editor)).followers).toEqual([
    { language: 'en', followers: 12 },
    { language: 'fr', followers: 1 },
  ])
  const pages = await Promise.all([1, 2, 3].map((page) => listSocialFollowers(editor, { ...FIRST, page })))
  expect(pages.map((rows) => rows.length)).toEqual([10, 3, 0])
  expect(pages[1]?.at(-1)).toMatchObject({
    language: 'fr',
    actor: MARA,
    handle: '@mara@social.example',
    host: 'social.example',
  })
})

test('reactions are sums of articles, and replies have their text and who wrote them', async () => {
  const [storm, flood] = [await addArticle('storm'), await addArticle('flood')]
  await addFollowers(sql, [{ name: 'mara' }])
  await addReactions(sql, [
    { article: storm, kind: 'like', name: 'mara', ago: 3 },
    { article: storm, kind: 'like', name: 'otto', ago: 3 },
    { article: storm, kind: 'announce', name: 'otto', ago: 2 },
    { article: flood, kind: 'reply', name: 'mara', body: 'Well said.', ago: 1 },
    { article: flood, kind: 'reply', name: 'otto', body: 'Not at all.', ago: 0 },
  ])
  expect(await readSocialWeb(editor)).toMatchObject({ likes: 2, shares: 1, replies: 2 })
  expect(
    (await listSocialReactions(editor)).map(({ slug, likes, shares, replies }) => [
      slug,
      likes,
      shares,
      replies,
    ]),
  ).toEqual([
    ['flood', 0, 0, 2],
    ['storm', 2, 1, 0],
  ])
  expect(await listSocialReactions(editor, [storm])).toMatchObject([{ slug: 'storm' }])
  expect(await listSocialReactions(editor, [])).toEqual([])
  expect(await listSocialReplies(editor, FIRST)).toMatchObject([
    { slug: 'flood', body: 'Not at all.', handle: null, name: null },
    { slug: 'flood', body: 'Well said.', handle: '@mara@social.example', actor: MARA },
  ])
})

test('servers that take nothing say why and how much waits, and those that were left when', async () => {
  await addSocialDelivery(sql, { host: 'slow.example', problem: 'status', status: 503 })
  await addSocialDelivery(sql, { host: 'slow.example' })
  await addSocialDelivery(sql, { host: 'fine.example' })
  await sql`
    insert into private.social_servers (host, failing_since, failures, problem, left_at) values
      ('slow.example', now() - interval '2 days', 9, 'status', null),
      ('gone.example', now() - interval '9 days', 30, 'name', now() - interval '2 days'),
      ('fine.example', null, 0, null, null)`
  expect(await listSocialServers(editor)).toMatchObject([
    { host: 'slow.example', failures: 9, problem: 'status', http_status: 503, waiting: 2, left_at: null },
    { host: 'gone.example', problem: 'name', http_status: null, waiting: 0 },
  ])
  expect(await readSocialWeb(editor)).toMatchObject({ waiting: 3, waiting_servers: 2 })
})

test('an administrator blocks by address, handle and server, and unblocks; the audit log says who did', async () => {
  const id = await addArticle('storm')
  await addFollowers(sql, [
    { name: 'mara' },
    { name: 'otto' },
    { name: 'eve', host: 'sub.spam.example' },
    { name: 'ina', host: 'notspam.example' },
  ])
  await addReactions(sql, [{ article: id, kind: 'reply', name: 'otto', body: 'Well.' }])
  await blockOnSocialWeb(admin, '@MARA@social.example')
  await blockOnSocialWeb(admin, 'https://social.example/users/otto')
  await blockOnSocialWeb(admin, ' Spam.Example ')
  await blockOnSocialWeb(admin, 'spam.example')
  expect(await listSocialFollowers(editor, FIRST)).toMatchObject([{ handle: '@ina@notspam.example' }])
  expect(await listSocialReplies(editor, FIRST)).toEqual([])
  const blocks = await listSocialBlocks(editor)
  expect(blocks.map(({ kind, value, made_by }) => [kind, value, made_by])).toEqual([
    ['domain', 'spam.example', 'Ada'],
    ['actor', 'https://social.example/users/otto', 'Ada'],
    ['actor', MARA, 'Ada'],
  ])
  for (const block of blocks) await unblockOnSocialWeb(admin, block)
  expect(await listSocialBlocks(editor)).toEqual([])
  const acts = await sql<{ did: string }[]>`
    select did from public.audit_log where action like '%block_socially' and actor_name = 'Ada' order by id`
  expect(acts.map(({ did }) => did).slice(2, 4)).toEqual([
    'blocked “spam.example” on the social web',
    'unblocked “spam.example” on the social web',
  ])
  expect(acts).toHaveLength(6)
})

const HOW = 'Enter the name of a server, such as social.example, or a handle, such as @name@server.'

test.each([
  ['', HOW],
  ['example', HOW],
  ['a..example', HOW],
  ['-.example', HOW],
  [`${'a'.repeat(260)}.example`, HOW],
  [
    '@nobody@social.example',
    'Nobody with this handle follows. Enter the name of the server, or block the person beside a reply.',
  ],
  [
    'https://social.example/@mara',
    'This is the page of a person, not the address of the account. Block the person beside a follow or a reply.',
  ],
  ['https://social.example/a b', 'This is no address of an account.'],
])('%j is refused with what to do', async (whom, message) => {
  expect(await refusalOf(whom)).toBe(`P0001 ${message}`)
})

test('an editor reads and does not block, and there are at most a thousand blocks', async () => {
  await expect(blockOnSocialWeb(editor, 'spam.example')).rejects.toMatchObject({ code: '42501' })
  await expect(
    unblockOnSocialWeb(editor, { kind: 'domain', value: 'spam.example', made_at: '', made_by: null }),
  ).rejects.toMatchObject({ code: '42501' })
  await sql`
    insert into private.social_blocks (kind, value) select 'domain', 'spam' || n || '.example' from generate_series(1, 1000) as n`
  expect(await refusalOf('spam.example')).toMatch(/^P0001 At most 1,000 /)
})
