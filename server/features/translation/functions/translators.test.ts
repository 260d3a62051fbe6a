import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#core/domain/role.ts'
import {
  type Changes,
  inputOf,
  openReviews,
  WHY,
} from '#server/features/translation/review/testing/open-reviews.ts'
import { createMember } from '../../../../tests/support/accounts.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const world = await openReviews()
const { sql, call, addHarbour, translate, read, save, translationOf, pendingOf } = world
afterAll(() => world.stop())
beforeEach(async () => {
  await world.reset()
  // Otherwise translations wait for a review because there are translators.
  await sql`insert into public.settings (key, value) values ('translation_review', '{"de": false}')`
})

const NOT_YOURS =
  'You translate into your own languages, what is published, ready, or was handed to you. An administrator can give you more.'
const REFUSED = { status: 403, body: { error: NOT_YOURS } }

/** A translator into German, unless said otherwise. */
async function translator({
  languages = ['de'],
  permissions = [],
}: {
  languages?: string[]
  permissions?: Permission[]
} = {}) {
  const email = `${randomUUID()}@example.org`
  const userId = await createMember(sql, {
    email,
    password: 'correct horse battery',
    role: 'translator',
    languages,
    permissions,
  })
  const authorization = `Bearer ${await mintToken(sql, email)}`
  return {
    userId,
    call: (name: string, body: unknown) => call(name, body, { authorization }),
    save: async (articleId: string, changes: Changes = {}) =>
      call('save-translation-review', inputOf(await read(articleId), changes), { authorization }),
    change: (translationId: string, values: object) => change(translationId, values, authorization),
  }
}
/** Saves a translation as the form does. */
async function change(id: string, values: object, authorization = `Bearer ${world.token}`) {
  const { status } = await fetch(`${world.app.url}/rest/v1/articles?id=eq.${id}`, {
    method: 'PATCH',
    headers: { apikey: TEST_SECRETS.publishableKey, authorization, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  expect(status).toBe(204)
}
const addDraft = () => addHarbour({ published: false })
const handOver = (articleId: string, userId: string | null, state = 'draft') => sql`
  insert into public.article_workflow (article_id, next_person, state) values (${articleId}, ${userId}::uuid, ${state})
  on conflict (article_id) do update set next_person = excluded.next_person, state = excluded.state`
/** The bodies that each function needs for an article and a language. */
const bodiesOf = (articleId: string, language = 'de') =>
  ({
    'translate-article': { articleId, targetLanguages: [language] },
    'queue-translations': { translations: [{ articleId, language }] },
    'read-translation-review': { articleId, language },
    'ask-translation-segment': { articleId, language, revision: 1, position: 0, hint: '' },
    'save-translation-review': {
      articleId,
      language,
      revision: null,
      version: 'x',
      texts: [],
      approved: [],
      decided: [],
      confirmed: [],
    },
  }) as const

describe('a translator', () => {
  test('is refused other languages by every function, and nothing is asked or stored', async () => {
    const id = await addHarbour()
    await translate(id, ['de', 'fr'])
    const gus = await translator({ languages: ['fr'] })
    for (const [name, body] of Object.entries(bodiesOf(id)))
      expect([name, await gus.call(name, body)]).toMatchObject([name, REFUSED])
    expect(
      await gus.call('queue-translations', {
        translations: [
          { articleId: id, language: 'fr' },
          { articleId: id, language: 'de' },
        ],
      }),
    ).toMatchObject(REFUSED)
    expect(await sql`select from public.translation_runs where requested_by = ${gus.userId}`).toHaveLength(0)
    expect(await gus.call('read-translation-review', { articleId: id, language: 'fr' })).toMatchObject({
      status: 200,
    })
  })

  test('is refused a draft until it is ready or handed over, and told the same of one that is not there', async () => {
    const id = await addDraft()
    const fanny = await translator()
    for (const articleId of [id, randomUUID()])
      for (const [name, body] of Object.entries(bodiesOf(articleId)))
        expect([name, await fanny.call(name, body)]).toMatchObject([name, REFUSED])
    await handOver(id, fanny.userId)
    expect(await fanny.call('read-translation-review', { articleId: id, language: 'de' })).toMatchObject({
      status: 200,
    })
    await handOver(id, null, 'in_edit')
    expect(await fanny.call('read-translation-review', { articleId: id, language: 'de' })).toMatchObject(
      REFUSED,
    )
    await handOver(id, null, 'ready')
    expect(await fanny.call('read-translation-review', { articleId: id, language: 'de' })).toMatchObject({
      status: 200,
    })
  })

  test('has a model write a draft, and readers get it from one who may publish', async () => {
    const [first, second] = [await addHarbour(), await addHarbour({ title: 'Another', slug: 'another' })]
    const [fanny, petra] = [await translator(), await translator({ permissions: ['publish'] })]
    await fanny.call('translate-article', { articleId: first, targetLanguages: ['de'] })
    expect(await translationOf(first)).toMatchObject({ published: false })
    await petra.call('translate-article', { articleId: second, targetLanguages: ['de'] })
    expect(await translationOf(second)).toMatchObject({ published: true })
  })

  test('is published once somebody approves who may, also in a language whose translations wait for no review', async () => {
    const id = await addHarbour()
    const [fanny, petra] = [await translator(), await translator({ permissions: ['publish'] })]
    await fanny.call('translate-article', { articleId: id, targetLanguages: ['de'] })
    expect((await fanny.save(id, { approvesAll: true })).body.status).toBe('stored')
    expect(await translationOf(id)).toMatchObject({ published: false })
    expect((await petra.save(id, { approvesAll: true })).body.status).toBe('published')
    expect(await translationOf(id)).toMatchObject({ published: true })
  })

  test('changes nothing that readers have, whether a model or a person writes, until somebody approves who may', async () => {
    const id = await addHarbour()
    await translate(id)
    const before = await translationOf(id)
    const [fanny, petra] = [await translator(), await translator({ permissions: ['publish'] })]
    const texts = new Map([[WHY, 'Niemand weiß warum']])
    const saved = await fanny.save(id, { texts, approvesAll: true })
    expect([saved.status, saved.body.status]).toEqual([200, 'stored'])
    const isAsBefore = async () =>
      expect(await translationOf(id)).toMatchObject({
        content: before?.content,
        published: true,
        reviewed_at: null,
      })
    await isAsBefore()
    expect(await pendingOf(id)).toMatchObject({ content: expect.stringContaining('Niemand weiß warum') })
    await fanny.call('translate-article', { articleId: id, targetLanguages: ['de'], renewAll: true })
    await isAsBefore()
    const published = await petra.save(id, { texts, approvesAll: true })
    expect([published.status, published.body.status]).toEqual([200, 'published'])
    expect(await translationOf(id)).toMatchObject({ content: expect.stringContaining('Niemand weiß warum') })
  })

  test('has so many articles translated anew within an hour, and no more', async () => {
    const id = await addHarbour()
    const fanny = await translator()
    const asked = { articleId: id, targetLanguages: ['de'], renewAll: true }
    expect((await fanny.call('translate-article', asked)).status).toBe(200)
    await sql`update private.rate_limits set points = 30 where key like 'translation-renewal%'`
    expect(await fanny.call('translate-article', asked)).toMatchObject({
      status: 429,
      body: { error: 'You have had too many articles translated anew. Please try again later.' },
    })
    expect((await fanny.call('translate-article', { ...asked, renewAll: false })).status).toBe(200)
  })

  test('does not publish by what a run without a person carries over', async () => {
    const id = await addHarbour()
    await world.waitFor(['de'])
    await translate(id)
    const petra = await translator({ permissions: ['publish'] })
    await petra.save(id, { approvesAll: true })
    const before = await translationOf(id)
    expect(before).toMatchObject({ published: true })
    const fanny = await translator()
    await fanny.save(id, { texts: new Map([[WHY, 'Niemand weiß warum']]), approvesAll: true })
    expect(await translationOf(id)).toMatchObject({ content: before?.content })
    await translate(id)
    expect(await translationOf(id)).toMatchObject({ content: before?.content, published: true })
  })

  test('publishes nothing by the memory, from which the run of another one takes what they wrote', async () => {
    const [first, second, third] = await Promise.all(
      ['first', 'second', 'third'].map((slug) => addHarbour({ title: `The ${slug}`, slug })),
    )
    if (!first || !second || !third) throw new Error('three articles are added')
    // One text, so that only the memory has it.
    const remembered = await (await translator()).save(first, {
      texts: new Map([[WHY, 'Keiner kauft bei Fanny']]),
    })
    expect(remembered.body).toMatchObject({ status: 'remembered' })
    const content = expect.stringContaining('Keiner kauft bei Fanny')
    for (const id of [first, second]) {
      await translate(id)
      expect(await translationOf(id)).toMatchObject({ content, published: false })
    }
    // Once readers have it, it is as good as any other.
    await sql`update public.articles set published = true where original_article_id = ${first}`
    await translate(third)
    expect(await translationOf(third)).toMatchObject({ content, published: true })
  })

  test('publishes nothing by the memory of what they have changed beside the review', async () => {
    const [first, second] = [await addHarbour(), await addHarbour({ title: 'Another', slug: 'another' })]
    const fanny = await translator()
    const asked = { articleId: first, targetLanguages: ['de'] }
    await fanny.call('translate-article', asked)
    const reword = async (articleId: string, from: string, to: string) => {
      const { id, content } = (await translationOf(articleId)) ?? {}
      await fanny.change(id, { content: content.replace(from, to) })
      return id
    }
    const draft = await reword(first, 'de: Nobody knows why', 'Keiner kauft bei Fanny')
    await fanny.call('translate-article', asked)
    expect(await world.personsTexts()).toMatchObject([
      { text: 'Keiner kauft bei Fanny', made_by: fanny.userId },
    ])
    const content = expect.stringContaining('Keiner kauft bei Fanny')
    await translate(second)
    expect(await translationOf(second)).toMatchObject({ content, published: false })
    // The run of an editor takes over what it finds, and has read nothing.
    await world.edit(first, '12 ships', '13 ships')
    await translate(first)
    const [{ alone }] = await sql<
      [{ alone: boolean }]
    >`select private.is_by_translator_alone(${draft}) as alone`
    expect(alone).toBe(true)
    // Once an editor has saved it, the words are those of the editor.
    await change(await reword(second, 'Keiner kauft bei Fanny', 'Keiner kauft bei Fritz'), {
      title: 'Der Zweite',
    })
    await translate(second)
    expect(await world.personsTexts()).toContainEqual(
      expect.objectContaining({ text: 'Keiner kauft bei Fritz', made_by: world.userId }),
    )
  })

  test('is not published with the original by the approval of another one, or by the run of an editor', async () => {
    const id = await addDraft()
    const [fanny, gus] = [await translator(), await translator()]
    for (const { userId } of [fanny, gus])
      await sql`insert into public.article_people (article_id, user_id) values (${id}, ${userId})`
    const reason = async () => {
      const [row] = await sql<[{ reason: string | null }]>`
        select private.unfinished_reason(id, 'de') as reason from public.articles where original_article_id = ${id}`
      return row.reason
    }
    await translate(id)
    expect(await reason()).toBeNull()
    await fanny.save(id, { texts: new Map([[WHY, 'Niemand weiß warum']]) })
    expect(await reason()).toBe('unreviewed')
    await gus.save(id, { approvesAll: true })
    expect(await reason()).toBe('unreviewed')
    await world.edit(id, '12 ships', '13 ships')
    await translate(id)
    expect(await reason()).toBe('unreviewed')
    await save(await read(id), { approvesAll: true })
    expect(await reason()).toBeNull()
  })

  test('who loses the language while a save waits has stored nothing', async () => {
    const id = await addHarbour()
    await translate(id)
    const petra = await translator({ permissions: ['publish'] })
    const before = await translationOf(id)
    let saved: ReturnType<typeof petra.save> | undefined
    await sql.transaction(async (transaction) => {
      await transaction`select from public.articles where id = ${id} for update`
      saved = petra.save(id, { texts: new Map([[WHY, 'Niemand weiß warum']]), approvesAll: true })
      await untilSomebodyWaits(sql)
      await sql`update public.user_roles set languages = '{fr}' where user_id = ${petra.userId}`
    })
    expect(await saved).toMatchObject(REFUSED)
    expect(await translationOf(id)).toMatchObject({ content: before?.content })
    expect(await pendingOf(id)).toBeNull()
  })

  test('who is removed while a model writes leaves a draft', async () => {
    const id = await addHarbour()
    const petra = await translator({ permissions: ['publish'] })
    world.model.answerWith(async (asked) => {
      await sql`delete from public.user_roles where user_id = ${petra.userId}`
      return {
        segments: asked.segments.map(({ id, text }: { id: string; text: string }) => ({
          id,
          text: `de: ${text}`,
        })),
      }
    })
    await petra.call('translate-article', { articleId: id, targetLanguages: ['de'] })
    expect(await translationOf(id)).toMatchObject({ published: false })
  })
})

test('an editor translates everything, and an editor’s approval publishes', async () => {
  const id = await addHarbour()
  await translate(id)
  await (await translator()).save(id, { texts: new Map([[WHY, 'Keiner weiß es']]), approvesAll: true })
  expect((await save(await read(id), { approvesAll: true })).body).toMatchObject({ status: 'published' })
  expect(await translationOf(id)).toMatchObject({ content: expect.stringContaining('Keiner weiß es') })
})
