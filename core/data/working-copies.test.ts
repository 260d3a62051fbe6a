import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { workingForm } from '#core/domain/working-copy.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { UNSTORABLE } from '../../tests/support/article-cases.ts'
import {
  discardWorkingCopies,
  discardWorkingCopy,
  keepWorkingCopy,
  listWorkingCopies,
} from './working-copies.ts'

const MEGABYTE = 1_048_576

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
})
afterAll(() => app.stop())

const aCopy = (form: Record<string, string | boolean | null> = {}) => ({
  id: randomUUID(),
  article_id: randomUUID(),
  since: '2026-11-20T09:00:00.123456+00:00',
  form,
})

test('what is typed replaces what was typed before in the same form, exactly, with its version', async () => {
  const copy = aCopy({ title: '\u202Eשלום 👩‍🚀 <b>', featured: true, subtitle: null, content: '\u0001\r\n ' })
  await keepWorkingCopy(admin, aCopy({ title: 'of another article' }))
  await keepWorkingCopy(admin, copy)
  const [stored, ...others] = await listWorkingCopies(admin, copy.article_id)
  expect(stored).toMatchObject(copy)
  expect(others).toEqual([])
  const when = await keepWorkingCopy(admin, { ...copy, form: { title: 'Later' } })
  expect(await listWorkingCopies(admin, copy.article_id)).toMatchObject([
    { form: { title: 'Later' }, updated_at: when },
  ])
  await discardWorkingCopy(admin, copy.id)
  expect(await listWorkingCopies(admin, copy.article_id)).toEqual([])
})

test('two tabs with the same article keep two texts, the latest first', async () => {
  const first = aCopy({ title: 'first' })
  const second = { ...first, id: randomUUID(), form: { title: 'second' } }
  for (const copy of [second, first, second]) await keepWorkingCopy(admin, copy)
  const copies = await listWorkingCopies(admin, first.article_id)
  expect(copies.map((copy) => copy.form.title)).toEqual(['second', 'first'])
  const other = aCopy({ title: 'of another article' })
  await keepWorkingCopy(admin, other)
  await discardWorkingCopies(admin, first.article_id)
  expect(await listWorkingCopies(admin, first.article_id)).toEqual([])
  expect(await listWorkingCopies(admin, other.article_id)).toHaveLength(1)
})

test('a megabyte of content is kept, and more is refused by form and database', async () => {
  await keepWorkingCopy(admin, aCopy({ content: 'é'.repeat(MEGABYTE / 2) }))
  const unfit = [
    { content: 'x'.repeat(MEGABYTE + 1) },
    { title: 'x'.repeat(20_001) },
    { Title: 'x' },
    { 'a-b': 'x' },
    Object.fromEntries(
      Array.from({ length: 41 }, (_, n) => [
        `field_${String.fromCharCode(97 + (n % 26)).repeat(1 + n / 26)}`,
        'x',
      ]),
    ),
  ]
  for (const form of unfit) {
    expect(workingForm.safeParse(form).success).toBe(false)
    const { error } = await admin.from('working_copies').insert({ ...aCopy(), form })
    expect(error).toMatchObject({ code: '23514' })
  }
  for (const form of [[], 'text', { title: { a: 1 } }, { title: ['a'] }, null]) {
    expect(workingForm.safeParse(form).success).toBe(false)
    const { error } = await admin.from('working_copies').insert({ ...aCopy(), form: form as never })
    expect(error?.code).toMatch(/^235/)
  }
})

test('a character that cannot be stored is refused before anything is sent, with its field', async () => {
  for (const text of UNSTORABLE) {
    await expect(keepWorkingCopy(admin, aCopy({ title: 'fine', content: text }))).rejects.toMatchObject({
      issues: [{ path: ['content'] }],
    })
  }
})

test('no other editor reads, takes over or deletes a working copy', async () => {
  const { sql } = app.database
  const copy = aCopy({ title: 'private' })
  await keepWorkingCopy(admin, copy)
  await sql`update public.working_copies set owner = ${randomUUID()} where id = ${copy.id}`
  expect(await listWorkingCopies(admin, copy.article_id)).toEqual([])
  await expect(keepWorkingCopy(admin, { ...copy, form: { title: 'mine' } })).rejects.toMatchObject({
    code: '42501',
  })
  await discardWorkingCopy(admin, copy.id)
  expect(await sql`select form from public.working_copies where id = ${copy.id}`).toEqual([
    { form: { title: 'private' } },
  ])
  const { error } = await admin.from('working_copies').insert({ ...aCopy(), owner: randomUUID() })
  expect(error?.code).toBe('42501')
})

test('an editor has two hundred unsaved forms at most, of which the present ones go on', async () => {
  const { sql } = app.database
  await sql`
    insert into public.working_copies (id, owner, article_id, form)
    select gen_random_uuid(), users.id, gen_random_uuid(), '{}' from auth.users, generate_series(1, 300)
    where (select count(*) from public.working_copies where owner = users.id) + generate_series <= 199`
  const copy = aCopy()
  await keepWorkingCopy(admin, copy)
  await expect(keepWorkingCopy(admin, aCopy())).rejects.toMatchObject({ code: '23514' })
  await keepWorkingCopy(admin, { ...copy, form: { title: 'It goes on' } })
  expect((await admin.from('working_copies').select('id')).data).toHaveLength(200)
})
