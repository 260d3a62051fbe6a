import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { changeMember, removeMember } from '#core/data/members.ts'
import {
  adoptOrphanedCopy,
  discardOrphanedCopy,
  keepWorkingCopy,
  listOrphanedCopies,
  listWorkingCopies,
  readOrphanedCopy,
} from '#core/data/working-copies.ts'
import type { Membership } from '#core/domain/role.ts'
import { createMember } from '../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../tests/support/app.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())

async function member(membership: Partial<Membership> & { role: Membership['role'] }) {
  const email = `${randomUUID()}@example.org`
  await createMember(app.database.sql, {
    email,
    password: ADMIN.password,
    languages: [],
    permissions: [],
    ...membership,
  })
  const client = app.anonymous()
  const { data, error } = await client.auth.signInWithPassword({ email, password: ADMIN.password })
  if (error) throw error
  return { client, email, userId: data.user.id }
}

async function typed(client: Client, articleId: string = randomUUID(), since: string | null = null) {
  const copy = { id: randomUUID(), article_id: articleId, since, form: { title: 'Typed', content: 'Words' } }
  await keepWorkingCopy(client, copy)
  return copy
}

async function anArticle(language: 'en' | 'fr', original: string | null = null): Promise<string> {
  const { data } = await app
    .service()
    .from('articles')
    .insert({
      slug: randomUUID(),
      language,
      original_article_id: original,
      title: 'Title',
      excerpt: 'Excerpt',
      content: 'Text',
      category: 'tech',
      published: language === 'en',
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

test('what somebody typed who lost the role is found, read, and gone on with by an administrator', async () => {
  const ana = await member({ role: 'author' })
  const copy = await typed(ana.client)
  expect(await listOrphanedCopies(admin)).toEqual([])
  await removeMember(admin, { userId: ana.userId })
  expect(await listOrphanedCopies(admin)).toMatchObject([
    { id: copy.id, owner: ana.userId, name: ana.email, title: 'Typed', article: null },
  ])
  expect(await readOrphanedCopy(admin, copy.id)).toEqual(copy.form)
  expect(await adoptOrphanedCopy(admin, copy.id)).toBe(true)
  expect(await listOrphanedCopies(admin)).toEqual([])
  expect(await listWorkingCopies(admin, copy.article_id)).toMatchObject([{ id: copy.id, form: copy.form }])
  expect(await adoptOrphanedCopy(admin, copy.id)).toBe(false)
})

test('a language that was taken away orphans what was typed in it, and giving it back ends that', async () => {
  const original = await anArticle('en')
  const french = await anArticle('fr', original)
  const emil = await member({ role: 'translator', languages: ['fr'] })
  const copy = await typed(emil.client, french, '2026-11-20T09:00:00Z')
  const give = (language: string) =>
    changeMember(admin, { userId: emil.userId, role: 'translator', languages: [language], permissions: [] })
  expect(await listOrphanedCopies(admin, french)).toEqual([])
  await give('de')
  expect(await listOrphanedCopies(admin, french)).toMatchObject([{ id: copy.id, article: { id: french } }])
  expect(await listOrphanedCopies(admin, original)).toEqual([])
  await give('fr')
  expect(await readOrphanedCopy(admin, copy.id)).toBeNull()
  expect(await discardOrphanedCopy(admin, copy.id)).toBe(false)
  await give('de')
  expect(await discardOrphanedCopy(admin, copy.id)).toBe(true)
  expect(await listWorkingCopies(emil.client, french)).toEqual([])
})

test('nobody but administrators finds them, and nobody takes over what is not orphaned', async () => {
  const { client } = await member({ role: 'editor' })
  const copy = await typed(client)
  expect(await readOrphanedCopy(admin, copy.id)).toBeNull()
  expect(await adoptOrphanedCopy(admin, copy.id)).toBe(false)
  for (const call of [listOrphanedCopies, readOrphanedCopy, adoptOrphanedCopy, discardOrphanedCopy])
    await expect(call(client, copy.id)).rejects.toMatchObject({ code: '42501' })
})
