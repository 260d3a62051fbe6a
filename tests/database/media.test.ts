import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'

const FOLDER = '/storage/v1/object/public/article-images/articles'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.database
    .sql`truncate public.articles, public.article_revisions, public.article_trash, public.working_copies cascade`
})

/** The names of pictures in a text, as the library sees them. */
async function picturesIn(text: string): Promise<string[]> {
  const [row] = await app.database.sql<{ names: string[] }[]>`
    select array(select unnest(private.pictures_in(${text})) order by 1) as names`
  return row?.names ?? []
}

/** Lists the uses of a picture, as `kind` and the beginning of the article's title. */
async function usesOf(name: string): Promise<string[]> {
  const rows = await app.database.sql<{ kind: string }[]>`
    select kind from public.media_uses where name = ${name} order by kind`
  return rows.map(({ kind }) => kind)
}

async function storeObject(name: string): Promise<string> {
  const [row] = await app.database.sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, version, metadata) values
      ('article-images', ${name}, ${randomUUID()}, '{"eTag": "\\"0123456789abcdef0123456789abcdef\\"", "size": 7, "mimetype": "image/png"}')
    returning id`
  return row?.id as string
}

describe('the pictures in a text', () => {
  test.each([
    ['', []],
    ['no picture', []],
    [`![A](${FOLDER}/1-a.png)`, ['articles/1-a.png']],
    [`![A](https://watch.example${FOLDER}/1-a.png "Title")`, ['articles/1-a.png']],
    [`<img src="${FOLDER}/1-a.png">`, ['articles/1-a.png']],
    [`![A][1]\n\n[1]: ${FOLDER}/1-a.png`, ['articles/1-a.png']],
    [`See ${FOLDER}/1-a.png, please.`, ['articles/1-a.png']],
    [`![A](${FOLDER}/1-a.png)![B](${FOLDER}/2-b.png)`, ['articles/1-a.png', 'articles/2-b.png']],
    [`![A](/images/avif/400${FOLDER}/1-a.png?v=1)`, ['articles/1-a.png']],
    [`![A](${FOLDER}/1%20a%c3%a4.png)`, ['articles/1 aä.png']],
    [`![A](${FOLDER}/1%ff%00.png)`, ['articles/1%ff%00.png']],
    [`![A](${FOLDER}/1%zz%2.png)`, ['articles/1%zz%2.png']],
    [`![A](${FOLDER}/a(1).png)`, ['articles/a(1', 'articles/a(1).png']],
    [`![A](${FOLDER}/${'a'.repeat(2000)}.png)`, []],
  ])('%j', async (text, names) => {
    expect(await picturesIn(text)).toEqual(names)
  })

  test('are at most a thousand', async () => {
    const text = Array.from({ length: 3000 }, (_, n) => `![](${FOLDER}/${n}.png)`).join('\n')
    expect(await picturesIn(text)).toHaveLength(1000)
  })
})

test('a picture is used by the article, its versions and the trash for as long as they have it', async () => {
  const service = app.service()
  const hero = 'articles/hero.png'
  const article = await addArticle(
    service,
    anArticle({
      hero_image: `${FOLDER}/hero.png`,
      content: `![A](${FOLDER}/a.png) and ![](${FOLDER}/hero.png)`,
    }),
  )
  expect(await usesOf(hero)).toEqual(['content', 'hero', 'revision'])
  expect(await usesOf('articles/a.png')).toEqual(['content', 'revision'])

  await service
    .from('articles')
    .update({ hero_image: null, content: 'Nothing' })
    .eq('id', article.id)
    .throwOnError()
  expect(await usesOf(hero)).toEqual(['revision'])
  await service
    .from('articles')
    .update({ hero_image: `${FOLDER}/hero.png` })
    .eq('id', article.id)
    .throwOnError()
  await service.from('articles').delete().eq('id', article.id).throwOnError()
  expect(await usesOf(hero)).toEqual(['revision', 'trash'])
  await app.database.sql`delete from public.article_trash`
  expect(await usesOf(hero)).toEqual([])
})

test('a form that is not saved uses its pictures until it is gone', async () => {
  const { sql } = app.database
  const id = randomUUID()
  await sql`
    insert into public.working_copies (id, owner, article_id, form)
    values (${id}, ${randomUUID()}, ${randomUUID()}, ${JSON.stringify({ hero_image: `${FOLDER}/c.png` })})`
  expect(await usesOf('articles/c.png')).toEqual(['copy'])
  await sql`update public.working_copies set form = '{"hero_image": null}' where id = ${id}`
  expect(await usesOf('articles/c.png')).toEqual([])
  await sql`update public.working_copies set form = ${JSON.stringify({ content: `${FOLDER}/c.png` })} where id = ${id}`
  expect(await usesOf('articles/c.png')).toEqual(['copy'])
  await sql`delete from public.working_copies where id = ${id}`
  expect(await usesOf('articles/c.png')).toEqual([])
})

test('a form whose id changes takes along what it uses', async () => {
  const { sql } = app.database
  const [id, later, articleId] = [randomUUID(), randomUUID(), randomUUID()]
  const form = (name: string) => JSON.stringify({ hero_image: `${FOLDER}/${name}.png` })
  await sql`
    insert into public.working_copies (id, owner, article_id, form)
    values (${id}, ${randomUUID()}, ${randomUUID()}, ${form('c')})`
  await sql`update public.working_copies set id = ${later}, article_id = ${articleId} where id = ${id}`
  expect(await sql`select source_id, article_id from public.media_uses`).toEqual([
    { source_id: later, article_id: articleId },
  ])
  await sql`update public.working_copies set article_id = ${id} where id = ${later}`
  expect(await sql`select source_id, article_id from public.media_uses`).toEqual([
    { source_id: later, article_id: id },
  ])
  await sql`update public.working_copies set id = ${id}, form = ${form('d')} where id = ${later}`
  expect([await usesOf('articles/c.png'), await usesOf('articles/d.png')]).toEqual([[], ['copy']])
  await sql`delete from public.working_copies where id = ${id}`
  expect(await sql`select * from public.media_uses`).toEqual([])
})

test('what is known of a file comes, moves and goes with it', async () => {
  const { sql } = app.database
  const id = await storeObject('articles/known.png')
  const known = () =>
    sql`select name, type, size::int, version, credit from public.media_files where id = ${id}`
  const file = { type: 'image/png', size: 7, version: '0123456789abcdef0123' }
  expect(await known()).toEqual([{ ...file, name: 'articles/known.png', credit: null }])

  await sql`update public.media_files set credit = 'Nora Nordhaven' where id = ${id}`
  await sql`update storage.objects set name = 'articles/moved.png' where id = ${id}`
  expect(await known()).toEqual([{ ...file, name: 'articles/moved.png', credit: 'Nora Nordhaven' }])

  await sql`delete from storage.objects where id = ${id}`
  expect(await known()).toEqual([])
})

test('a file in another bucket is not in the library', async () => {
  const { sql } = app.database
  await sql`insert into storage.buckets (id, name) values ('other', 'other')`
  await sql`insert into storage.objects (bucket_id, name, version) values ('other', 'a.png', ${randomUUID()})`
  expect(await sql`select from public.media_files where name = 'a.png'`).toEqual([])
})

describe('what is known of a file', () => {
  let id = ''
  beforeAll(async () => {
    id = await storeObject('articles/rules.png')
  })

  test.each<[string, object]>([
    ['an alt text in no language of ours', { alts: { xx: 'A' } }],
    ['alt texts that are a list', { alts: ['A'] }],
    ['an alt text that is none', { alts: { en: 1 } }],
    ['an empty alt text', { alts: { en: '' } }],
    ['an alt text of two lines', { alts: { en: 'A\nB' } }],
    ['an alt text that is too long', { alts: { en: 'a'.repeat(501) } }],
    ['an alt text of a decoration', { alts: { en: 'A' }, decorative: true }],
    ['a credit that turns the text after it', { credit: '\u202eA' }],
    ['a licence that is too long', { licence: 'a'.repeat(101) }],
    ['a script as address of the licence', { licence_url: 'javascript:alert(1)' }],
    ['a data address', { licence_url: 'data:text/html,<script>alert(1)</script>' }],
    ['an address with a name in it', { licence_url: 'https://creativecommons.org@evil.example/' }],
    ['an address that ends an attribute', { licence_url: 'https://a.example/"onclick="alert(1)' }],
    ['a relative address', { licence_url: '//evil.example/' }],
    ['a point outside', { focus_x: 101 }],
    ['no point', { focus_y: -1 }],
  ])('is not %s', async (_, change) => {
    const { error } = await app.service().from('media_files').update(change).eq('id', id)
    expect(error?.code).toBe('23514')
  })

  test('may be anything that is one line of text', async () => {
    const change = {
      alts: { en: '<img src=x onerror=alert(1)> “😀” שלום', de: '__proto__' },
      credit: 'Nora "Nordhaven" & <b>Söhne</b>',
      licence: 'CC BY-SA 4.0',
      licence_url: 'https://creativecommons.org/licenses/by-sa/4.0/deed.de?a=1#b',
      focus_x: 0,
      focus_y: 100,
    }
    const { data } = await app.service().from('media_files').update(change).eq('id', id).select().single()
    expect(data).toMatchObject(change)
  })
})

test('a picture says whether articles have it now, had it, or never did', async () => {
  const service = app.service()
  const uses = async (name: string) => {
    const { data } = await service.from('media_library').select('*').eq('name', name).single().throwOnError()
    const { use, in_articles, in_drafts, in_trash, in_revisions } = data
    return { use, in_articles, in_drafts, in_trash, in_revisions }
  }
  await storeObject('articles/story.png')
  const none = { use: 'none', in_articles: 0, in_drafts: 0, in_trash: 0, in_revisions: 0 }
  expect(await uses('articles/story.png')).toEqual(none)

  const hero_image = `${FOLDER}/story.png`
  const first = await addArticle(
    service,
    anArticle({ hero_image, content: `![A](${hero_image})`, published: true }),
  )
  const second = await addArticle(service, anArticle({ title: 'Second', hero_image, published: false }))
  expect(await uses('articles/story.png')).toEqual({ ...none, use: 'now', in_articles: 1, in_drafts: 1 })

  await service
    .from('articles')
    .update({ hero_image: null, content: 'Text' })
    .eq('id', first.id)
    .throwOnError()
  await service.from('articles').delete().eq('id', second.id).throwOnError()
  expect(await uses('articles/story.png')).toEqual({ ...none, use: 'past', in_trash: 1, in_revisions: 1 })
})

test.each([
  [
    { filename: 'A crane.png', source: 'https://pictures.example/a.png' },
    'A crane.png',
    'https://pictures.example/a.png',
  ],
  [{ filename: 'a\nb.png', source: 'javascript:alert(1)' }, null, null],
  [{ filename: ' ', source: ['https://a.example/'] }, null, null],
  [{ filename: 'x'.repeat(256), source: `https://a.example/${'x'.repeat(2000)}` }, null, null],
  [{ filename: { name: 'a' } }, null, null],
  [null, null, null],
])('of the metadata %j the library keeps what one line can show', async (told, original_name, source_url) => {
  const name = `articles/${randomUUID()}.png`
  const [row] = await app.database.sql<{ id: string }[]>`
    insert into storage.objects (bucket_id, name, version, metadata, user_metadata)
    values ('article-images', ${name}, ${randomUUID()}, '{"size": 7}', ${told && JSON.stringify(told)}::jsonb) returning id`
  const read = () =>
    app.database.sql`select original_name, source_url from public.media_files where id = ${row?.id ?? ''}`
  expect([...(await read())]).toEqual([{ original_name, source_url }])
  await app.database.sql`
    update storage.objects set user_metadata = '{"filename": "Other.png"}' where name = ${name}`
  expect([...(await read())]).toEqual([{ original_name: 'Other.png', source_url: null }])
})
