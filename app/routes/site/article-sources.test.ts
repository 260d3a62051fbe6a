import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'
import { newsArticle } from '../../../tests/support/structured-data.ts'

type StoredArticle = ArticleInput & { id: string }

const NOTHING_SHARED = { social_title: null, social_description: null, social_image: null }
const TEXT =
  'The port ordered **twelve** cranes. They move by themselves.\n\nThe harbour master has seen them.'

let app: TestApp
let article: StoredArticle

beforeAll(async () => {
  app = await startTestApp()
  article = await addSourcedArticle({ slug: 'cranes', model: 'small-model' })
})
afterAll(() => app.stop())

const page = async (path: string) => (await fetch(app.url + path)).text()

/** Two sources, a sentence that rests on one, one that rests on both, and one that somebody has signed. */
async function addSourcedArticle({
  slug,
  model,
}: {
  slug: string
  model: string | null
}): Promise<StoredArticle> {
  const { sql } = app.database
  const draft = await addArticle(
    app.service(),
    anArticle({ slug, content: TEXT, published: false, ...NOTHING_SHARED }),
  )
  const cite = (source: number) => ({
    source,
    sentence: 1,
    text: 'Words of the source that readers never get.',
  })
  const sentence = (field: string, text: string, cites: unknown[], rest: Record<string, unknown> = {}) => ({
    field,
    text,
    key: `key of ${text}`,
    kind: 'fact',
    cites,
    verdict: 'green',
    findings: [],
    is_signable: true,
    ...rest,
  })
  const sentences = [
    sentence('title', draft.title, [], { kind: 'heading' }),
    sentence('content', 'The port ordered twelve cranes.', [cite(1)]),
    sentence('content', 'They move by themselves.', [cite(1), cite(3)]),
    sentence('content', 'The harbour master has seen them.', [], { verdict: 'red' }),
  ]
  await sql`
    insert into public.sourced_articles (article_id, model, drafted_at)
    values (${draft.id}, ${model}, ${model && '2026-11-20T08:00:00Z'})`
  await sql`
    insert into public.article_sources (article_id, number, outlet, title, url, language, published_at, origin_id) values
      (${draft.id}, 1, 'The Courier', 'Cranes <for> the port', 'https://courier.example/cranes', 'en', '2026-11-19T08:00:00Z', ${randomUUID()}),
      (${draft.id}, 2, 'The Gazette', 'Not cited', 'https://gazette.example/no', 'en', '2026-11-19T08:00:00Z', ${randomUUID()}),
      (${draft.id}, 3, 'Der Bote', 'Kräne', null, 'de', '2026-11-18T08:00:00Z', ${randomUUID()})`
  await sql`select private.store_judgement(${draft.id}, ${JSON.stringify(draft)}, ${JSON.stringify(sentences)})`
  await sql`
    insert into public.sentence_signatures (article_id, key, text, reason, signed_by, signed_by_name)
    values (${draft.id}, 'key of The harbour master has seen them.', 'The harbour master has seen them.', 'I asked her.', ${randomUUID()}, 'Nora')`
  await sql`update public.articles set published = true where id = ${draft.id}`
  return draft
}

describe('an article that rests on sources', () => {
  test('shows them by a click on a sentence, without a script', async () => {
    const html = await page('/article/cranes')
    expect(html).toContain(
      '<label for="sentence-1">The port ordered </label><strong><label for="sentence-1">twelve</label></strong><label for="sentence-1"> cranes.</label>\u2060<button type="button" id="sentence-1" class="rests-on" popovertarget="rests-on-1"',
    )
    expect(html).toContain('popovertarget="rests-on-1-3"')
    const [, popover = ''] = /<div popover="auto" id="rests-on-1-3"(.*?)<\/div>/s.exec(html) ?? []
    expect(popover).toContain(
      '<a href="https://courier.example/cranes" rel="noopener nofollow">Cranes &lt;for&gt; the port</a>',
    )
    expect(popover).toContain('<span lang="de">Kräne</span>')
    expect(html).toMatch(/<div popover="auto" id="rests-on-word-3".*?Signed by Nora: I asked her\./s)
  })

  test('lists what it cites, with how many sentences rest on each, and who signed what', async () => {
    const html = await page('/article/cranes')
    const [, section = ''] = /<section lang="en" aria-labelledby="sources"(.*?)<\/section>/s.exec(html) ?? []
    expect(section).toMatch(/<li value="1">The Courier: .*?November 19, 2026<\/time> · 2 sentences<\/li>/)
    expect(section).toMatch(/<li value="3">Der Bote: .*? · 1 sentence<\/li>/)
    expect(section).not.toContain('Not cited')
    expect(section).toContain(
      '<q lang="en">The harbour master has seen them.</q> Signed by Nora: I asked her.',
    )
    expect(html).toContain('An AI model drafted this article')
    expect(html).not.toContain('Words of the source')
  })

  test('says so to programs', async () => {
    const html = await page('/article/cranes')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script/s.exec(html) ?? []
    const described = JSON.parse(json)
    newsArticle.parse(described)
    expect(described).toMatchObject({
      digitalSourceType: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
      citation: [
        {
          '@type': 'CreativeWork',
          name: 'Cranes <for> the port',
          url: 'https://courier.example/cranes',
          publisher: { name: 'The Courier' },
        },
        { name: 'Kräne', inLanguage: 'de' },
      ],
    })
    const markdown = await page('/article/cranes.md')
    expect(markdown).toContain(
      '1. The Courier: [Cranes \\<for\\> the port](<https://courier.example/cranes>), November 19, 2026 · 2 sentences',
    )
    expect(markdown).toContain('- “The harbour master has seen them.” Signed by Nora: I asked her.')
    const feed = await page('/en/rss.xml')
    expect(feed).toContain(
      '<category domain="http://cv.iptc.org/newscodes/digitalsourcetype/">compositeWithTrainedAlgorithmicMedia</category>',
    )
    expect(feed).toContain('<p><small>An AI model drafted this article')
  })

  test('has translations that name its sources', async () => {
    await addArticle(app.service(), aTranslation(article, 'de', { slug: 'kraene', ...NOTHING_SHARED }))
    const html = await page('/article/kraene?lang=de')
    expect(html).toContain('Das sind die Quellen des englischen Originals.')
    expect(html).toContain('The Courier')
    expect(html).not.toContain('popovertarget')
    expect(html).toContain(
      '<q lang="en">The harbour master has seen them.</q> Unterzeichnet von Nora: <span lang="en">I asked her.</span></li>',
    )
    expect(html).toContain('<span lang="en">Cranes &lt;for&gt; the port</span>')
    expect(html).toContain('Der Bote: Kräne,')
  })

  test('has its page again when a source is withdrawn', async () => {
    expect(await page('/article/cranes')).not.toContain('withdrawn since')
    await app.database.sql`
      update public.article_sources set state = 'withdrawn', state_since = now() where article_id = ${article.id} and number = 3`
    await expect.poll(() => page('/article/cranes')).toContain('withdrawn since by its publisher')
  })

  test('of a person says nothing of a model', async () => {
    await addSourcedArticle({ slug: 'by-hand', model: null })
    const html = await page('/article/by-hand')
    expect(html).toContain('Every sentence of this article names its sources.')
    expect(html).not.toContain('An AI model')
    expect(html).not.toContain('digitalSourceType')
  })
})

test('an article without sources says nothing of them', async () => {
  await addArticle(app.service(), anArticle({ slug: 'plain' }))
  const html = await page('/article/plain')
  expect(html).not.toMatch(/rests-on|article-sources|citation/)
})

test('a draft tells nobody of its sources', async () => {
  const { sql } = app.database
  const draft = await addArticle(app.service(), anArticle({ slug: 'draft', published: false }))
  await sql`insert into public.sourced_articles (article_id) values (${draft.id})`
  const [row] = await sql`select public.find_article_sources(${draft.id}) as told`
  expect(row).toEqual({ told: null })
})
