import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#core/data/database.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { checkDraftTool } from '#server/features/mcp/desk/check-draft.ts'
import type { DeskContext } from '#server/features/mcp/tool.ts'
import { MCP_TOOLS } from '#server/features/mcp/tools.ts'
import { insertAccessToken } from '../../../tests/support/access-tokens.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../tests/support/articles.ts'
import { connectAssistant } from '../../../tests/support/assistant.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

const DRAFT = '2d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
const PRINTED = '1d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
const SCHEDULED = '3d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10'
const TEXT = { title: 'A chip for harbours', content: 'The **text**.', section: 'tech' }

let app: TestApp
/** May do everything that a token may do. */
let strongest: string

beforeAll(async () => {
  app = await startTestApp()
  const { sql } = app.database
  strongest = await insertAccessToken(sql, {
    scopes: ['publish', 'translate', 'subscribers'],
    name: 'Everything',
  })
  await sql`
    insert into public.articles (id, slug, title, excerpt, content, category, published, publish_date) values
      (${PRINTED}, 'printed', 'Printed', 'E', 'C', 'tech', true, now()),
      (${DRAFT}, 'draft', 'Draft', 'E', 'It cost 5 euros. TODO: a source.', 'tech', false, now()),
      (${SCHEDULED}, 'scheduled', 'Scheduled', 'E', 'C', 'tech', true, '2030-01-01')`
})
afterAll(() => app.stop())

const find = async (id: string) => {
  const [row] = await app.database.sql<{ title: string; content: string; published: boolean }[]>`
    select title, content, published from public.articles where id = ${id}`
  return row
}
const versionOf = (text: string) => /^version: (.+)$/m.exec(text)?.[1] ?? ''

test('no tool publishes, approves, sends or deletes', async () => {
  const { tools } = await connectAssistant(app, { token: strongest })
  expect(await tools()).toEqual(MCP_TOOLS.map(({ listed }) => listed.name))
  const writing = MCP_TOOLS.filter(({ listed }) => !listed.annotations?.readOnlyHint)
  expect(writing.map(({ listed }) => listed.name)).toEqual([
    'create_draft',
    'change_draft',
    'request_translation',
  ])
})

test.each([
  ['read', ['list_drafts', 'read_draft', 'check_draft', 'read_glossary', 'read_translations']],
  [
    'drafts',
    [
      'list_drafts',
      'read_draft',
      'check_draft',
      'read_glossary',
      'read_translations',
      'create_draft',
      'change_draft',
    ],
  ],
  [
    'translate',
    ['list_drafts', 'read_draft', 'check_draft', 'read_glossary', 'read_translations', 'request_translation'],
  ],
  ['subscribers', []],
] as const)('a token with the scope %s has its tools', async (scope, names) => {
  const token = await insertAccessToken(app.database.sql, { scopes: [scope] })
  const { tools, client } = await connectAssistant(app, { token })
  expect((await tools()).slice(5)).toEqual(names)
  if (scope === 'read')
    await expect(client.callTool({ name: 'create_draft', arguments: TEXT })).rejects.toThrow('no such tool')
})

describe('a draft', () => {
  test('is proposed with a note in its history, in the name of whoever made the token', async () => {
    const { sql } = app.database
    const { call } = await connectAssistant(app, { token: strongest })
    const { text, isError } = await call('create_draft', { ...TEXT, note: 'Asked for at breakfast' })
    expect(isError, text).toBe(false)
    expect(text).toContain('It is a draft.')
    expect(text).toContain(`On the desk: ${app.url}/admin/articles/edit/a-chip-for-harbours`)
    const [made] = await sql`
      select article.published, article.featured, article.author, article.reading_time, revision.note, users.email from public.articles as article
      join public.article_revisions as revision on revision.article_id = article.id
      left join auth.users on users.id = revision.made_by where article.slug = 'a-chip-for-harbours'`
    expect(made).toMatchObject({
      published: false,
      featured: false,
      author: 'AI Watch Editorial',
      reading_time: '1 min read',
      note: expect.stringMatching(
        /^By .+ \(access token of nora@example\.org\): Proposed by an assistant: Asked for at breakfast$/,
      ),
      email: 'nora@example.org',
    })
  })

  test('is refused with a slug that another one has, without a title, and with fields that it has not', async () => {
    const { call } = await connectAssistant(app, { token: strongest })
    expect((await call('create_draft', { ...TEXT, slug: 'draft' })).text).toContain(
      'Another article has this slug',
    )
    expect((await call('create_draft', { content: 'C', section: 'tech' })).text).toContain('title: ')
    expect((await call('create_draft', { ...TEXT, published: true })).text).toContain('published')
    expect((await call('create_draft', { ...TEXT, section: 'none' })).text).toContain('no such section')
    for (const note of ['a\0b', '\ud800'])
      expect((await call('create_draft', { ...TEXT, note })).text).toContain('note: Contains a character')
  })

  test('is a translation of an English original only', async () => {
    const { call } = await connectAssistant(app, { token: strongest })
    const { id } = await addArticle(app.service(), anArticle({ slug: 'nur-deutsch', language: 'de' }))
    const create = (original_id: string) =>
      call('create_draft', { ...TEXT, slug: 'un-brouillon', language: 'fr', original_id })
    expect((await create(id)).text).toContain('no English original')
    expect((await create('0d6f3a52-7c1c-4a8e-9f0e-2b7c5d9a4e10')).text).toContain('no article with this id')
    expect((await create(DRAFT)).text).toContain(`a translation of ${DRAFT}`)
  })

  test('is listed, read, checked and changed as a new version', async () => {
    const { call } = await connectAssistant(app, { token: strongest })
    expect((await call('list_drafts')).text).toContain(`id ${DRAFT}`)
    const before = await call('read_draft', { id: DRAFT })
    expect(before.text).toContain('It cost 5 euros.')
    const checked = await call('check_draft', { id: DRAFT })
    expect(checked.text).toContain('a placeholder (“TODO')
    const changed = await call('change_draft', {
      id: DRAFT,
      version: versionOf(before.text),
      changes: { title: 'Another title' },
      edits: [{ find: ' TODO: a source.', replace: '' }],
    })
    expect(changed.text).toContain('The new version is saved.')
    expect(await find(DRAFT)).toMatchObject({ title: 'Another title', content: 'It cost 5 euros.' })
  })

  test('is not changed by a version that is not the latest, nor by an edit that does not fit', async () => {
    const { call } = await connectAssistant(app, { token: strongest })
    const before = versionOf((await call('read_draft', { id: DRAFT })).text)
    const kept = await find(DRAFT)
    const change = async (input: Record<string, unknown>) => {
      const { text, isError } = await call('change_draft', { id: DRAFT, version: before, ...input })
      expect(isError).toBe(true)
      return text
    }
    expect(await change({ version: '2026-01-01T00:00:00Z', changes: { title: 'T' } })).toContain(
      'Read it again',
    )
    expect(await change({ edits: [{ find: 'nowhere', replace: '' }] })).toContain('nowhere')
    expect(await change({ edits: [{ find: 's', replace: '' }] })).toContain('more than once')
    expect(await change({})).toContain('Name something')
    expect(await change({ id: randomUUID(), changes: { title: 'T' } })).toContain('no article with this id')
    expect(await find(DRAFT)).toEqual(kept)
  })

  test('is not changed while somebody works on it', async () => {
    const { sql } = app.database
    const { call } = await connectAssistant(app, { token: strongest })
    const version = versionOf((await call('read_draft', { id: DRAFT })).text)
    const copy = randomUUID()
    await sql`
      insert into public.working_copies (id, owner, article_id, form)
      select ${copy}, id, ${DRAFT}, '{"title": "Being typed"}' from auth.users where email = 'nora@example.org'`
    onTestFinished(async () => {
      await sql`delete from public.working_copies`
    })
    const change = { id: DRAFT, version, changes: { title: 'Over it' } }
    const refused = await call('change_draft', change)
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining('Somebody is working on this draft'),
    ])
    await sql`delete from public.working_copies`
    expect((await call('change_draft', change)).isError).toBe(false)
  })
})

test('the text of a draft is read once for each of its versions, however often it is checked', async () => {
  const asked: string[] = []
  const desk = createClient<Database>(app.url, TEST_SECRETS.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => {
        asked.push(decodeURIComponent(String(input)))
        return fetch(input, init)
      },
    },
  })
  const context: DeskContext = {
    siteUrl: app.url,
    settings: settingsOf([], { contact_address: '' }).settings,
    readers: desk,
    fetchPage: (path) => fetch(app.url + path),
    desk,
    scopes: ['read'],
    countWrite: async () => 0,
  }
  const { id } = await addArticle(app.service(), anArticle({ published: false, content: 'TODO: a source.' }))
  const check = async () => JSON.stringify(await checkDraftTool.call(context, { id }))
  const texts = () => asked.filter((address) => address.includes('select=*&id=eq.')).length
  const [one, other] = await Promise.all([check(), check()])
  expect([one, other, await check()].map((said) => said.includes('TODO'))).toEqual([true, true, true])
  expect(texts()).toBe(1)
  await app.database.sql`update public.articles set content = 'Its source.' where id = ${id}`
  expect(await check()).not.toContain('TODO')
  expect(texts()).toBe(2)
})

test('what is published or scheduled is not changed, even with a token that may publish', async () => {
  const { sql } = app.database
  const { call } = await connectAssistant(app, { token: strongest })
  for (const [id, sentence] of [
    [PRINTED, 'This article is published'],
    [SCHEDULED, 'scheduled'],
  ] as const) {
    const version = versionOf((await call('read_draft', { id })).text)
    const { text, isError } = await call('change_draft', { id, version, changes: { title: 'Changed' } })
    expect([isError, text]).toEqual([true, expect.stringContaining(sentence)])
  }
  expect(await sql`select title from public.articles where title = 'Changed'`).toEqual([])
})

test('the glossary and the state of translations are read, and a translation needs a model', async () => {
  const { sql } = app.database
  await sql`insert into public.glossary_terms (language, term, rule, translation) values ('de', 'harbour', 'translate-as', 'Hafen')`
  const { call } = await connectAssistant(app, { token: strongest })
  expect((await call('read_glossary', { language: 'de' })).text).toContain(
    '- “harbour”: translate as “Hafen”',
  )
  expect((await call('read_translations', { id: PRINTED })).text).toContain('There are none')
  const { text, isError } = await call('request_translation', { id: PRINTED, languages: ['de'] })
  expect([isError, text]).toEqual([true, expect.stringContaining('model')])
})

test('ten thousand drafts end at the limit of their token', async () => {
  const { sql } = app.database
  const token = await insertAccessToken(sql, { scopes: ['drafts'], name: 'Flood' })
  const { call } = await connectAssistant(app, { token })
  let stored = 0
  let last = ''
  for (let n = 0; n < 10_000; n++) {
    const { text, isError } = await call('create_draft', { ...TEXT, title: `Flood ${n}` })
    last = text
    if (isError) break
    stored++
  }
  expect([stored, last]).toEqual([120, expect.stringContaining('too many drafts')])
}, 120_000)

test('a token that is revoked has no tools any more', async () => {
  const { sql } = app.database
  const token = await insertAccessToken(sql, { scopes: ['drafts'], name: 'Revoked' })
  const { call } = await connectAssistant(app, { token })
  expect((await call('list_drafts')).isError).toBe(false)
  await sql`delete from public.access_tokens where name = 'Revoked'`
  await expect(call('list_drafts')).rejects.toThrow()
})
