import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reviewEdition } from '#server/features/newsletter/compose/store-edition.ts'
import { choosing, openComposing } from '#server/features/newsletter/compose/testing/open-composing.ts'
import { translateIssue } from '#server/features/newsletter/compose/translate-issue.ts'
import { hashOfEnglish } from '#server/features/newsletter/read-issue.ts'
import { MODEL } from '#server/features/translation/testing/open-translations.ts'
import type { ModelInput } from '../../../../tests/support/model-server.ts'

const world = await openComposing()
const { sql, model, deps, depsWithoutModel, add, translate, compose, read } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const GERMAN = new Map([
  ['The harbour opens', 'Der Hafen öffnet'],
  ['And 12 ships wait', 'Und 12 Schiffe warten'],
  ['Good morning.', 'Guten Morgen.'],
  ['Here is the news.', 'Hier sind die Nachrichten.'],
  ['The ships wait for 3 days.', 'Die Schiffe warten 3 Tage.'],
])

/** A model that composes in English, and knows these texts in German. */
function answering(more: Record<string, string> = {}) {
  const known = new Map([...GERMAN, ...Object.entries(more)])
  return (input: ModelInput) =>
    input.task === 'translate'
      ? {
          segments: input.segments.map(({ id, text }: { id: string; text: string }) => ({
            id,
            text: known.get(text) ?? text,
          })),
        }
      : {
          ...choosing()(input),
          subject: 'The harbour opens',
          preheader: 'And 12 ships wait',
          introduction: 'Good morning.\n\nHere is the news.',
          items: input.articles.map(({ id }: { id: string }) => ({
            article_id: id,
            section: 'top',
            summary: 'The ships wait for 3 days.',
          })),
        }
}

async function anIssue() {
  const articleId = await add({ title: 'Harbour', excerpt: 'For 3 days 12 ships wait.' })
  await translate(articleId, 'de', { title: 'Hafen', excerpt: 'Seit 3 Tagen warten 12 Schiffe.' })
  model.answerWith(answering())
  const { issueId } = await compose()
  model.calls.length = 0
  return { articleId, issueId }
}
const editionIn = async (issueId: string, language: string) =>
  (await read(issueId)).editions.find((edition) => edition.language === language)
const summaryIn = async (issueId: string, language: string) =>
  (await read(issueId)).items[0]?.summaries.find((summary) => summary.language === language)

describe('an edition', () => {
  test('is translated from the English one, on the wire of articles', async () => {
    const { issueId } = await anIssue()
    expect(await translateIssue(deps, { issueId, languages: ['de'] })).toEqual([
      { language: 'de', status: 'translated', reason: null, dropped: [] },
    ])
    expect(model.calls.map(({ input }) => input.task)).toEqual(['translate'])
    expect(model.calls[0]?.input.segments).toEqual([
      { id: 'subject.1', text: 'The harbour opens' },
      { id: 'preheader.1', text: 'And 12 ships wait' },
      { id: 'introduction.1', text: 'Good morning.' },
      { id: 'introduction.3', text: 'Here is the news.' },
      { id: 'summary1.1', text: 'The ships wait for 3 days.' },
    ])
    const content = await read(issueId)
    expect(content.editions[1]).toMatchObject({
      language: 'de',
      subject: 'Der Hafen öffnet',
      preheader: 'Und 12 Schiffe warten',
      introduction: 'Guten Morgen.\n\nHier sind die Nachrichten.',
      origin: 'model',
      model: MODEL,
      source_hash: hashOfEnglish(content),
      reviewed_at: null,
      dropped: [],
    })
    expect(await summaryIn(issueId, 'de')).toMatchObject({
      summary: 'Die Schiffe warten 3 Tage.',
      origin: 'model',
    })
  })

  test('has what no check passes from the article in its language, and says so', async () => {
    const { issueId } = await anIssue()
    model.answerWith(
      answering({
        'The harbour opens': 'Der Hafen öffnet, siehe https://evil.example',
        'And 12 ships wait': 'Und 13 Schiffe warten',
        'The ships wait for 3 days.': 'Die Schiffe warten 3 Tage, siehe evil.example.',
      }),
    )
    const [outcome] = await translateIssue(deps, { issueId, languages: ['de'] })
    expect(outcome).toMatchObject({ status: 'translated', reason: null })
    expect(outcome?.dropped).toEqual([
      expect.stringMatching(/^The translation of the subject was not used\. .*evil\.example/),
      expect.stringMatching(/^The translation of the preheader was not used\. .*12.*13/),
      '“Harbour”: the translation of the summary was not used. “evil.example” is an address that the article does not name.',
    ])
    expect(await editionIn(issueId, 'de')).toMatchObject({
      subject: 'AI Watch: Hafen',
      introduction: 'Guten Morgen.\n\nHier sind die Nachrichten.',
      dropped: outcome?.dropped,
    })
    expect(await summaryIn(issueId, 'de')).toMatchObject({
      summary: 'Seit 3 Tagen warten 12 Schiffe.',
      origin: 'rules',
    })
  })

  test('has nothing in its remarks that cannot be stored or seen', async () => {
    const { issueId } = await anIssue()
    model.answerWith(answering({ 'The harbour opens': 'https://evil\u0000\u202E\uD800.example Der Hafen' }))
    const [outcome] = await translateIssue(deps, { issueId, languages: ['de'] })
    expect(outcome?.dropped).toEqual([
      expect.stringMatching(/^The translation of the subject .*“https:\/\/evil/),
    ])
    expect(outcome?.dropped[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    expect((await editionIn(issueId, 'de'))?.dropped).toEqual(outcome?.dropped)
  })

  test('keeps to the glossary', async () => {
    const { issueId } = await anIssue()
    await sql`insert into public.glossary_terms (language, term, rule, translation) values ('de', 'ships', 'translate-as', 'Frachter')`
    const [outcome] = await translateIssue(deps, { issueId, languages: ['de'] })
    expect(outcome?.dropped).toContain(
      '“Harbour”: the translation of the summary was not used. The glossary translates “ships” as “Frachter”, which the translation does not say. Use “Frachter”.',
    )
  })

  test('without a model is made of the articles in its language', async () => {
    const { issueId } = await anIssue()
    expect(await translateIssue(depsWithoutModel, { issueId, languages: ['de'] })).toMatchObject([
      { language: 'de', status: 'rules', reason: expect.stringContaining('No language model') },
    ])
    expect(await editionIn(issueId, 'de')).toMatchObject({
      subject: 'AI Watch: Hafen',
      origin: 'rules',
      model: null,
      dropped: [expect.stringContaining('No language model')],
    })
    expect(await summaryIn(issueId, 'de')).toMatchObject({ origin: 'rules' })
  })

  test('stays as it is when the model fails', async () => {
    const { issueId } = await anIssue()
    await translateIssue(deps, { issueId, languages: ['de'] })
    const before = await read(issueId)
    model.misbehave('hang', 'hang')
    expect(await translateIssue(deps, { issueId, languages: ['de'], timeoutMs: 300 })).toMatchObject([
      { status: 'failed', reason: expect.stringContaining('has not answered') },
    ])
    expect(await read(issueId)).toEqual(before)
  })

  test('names the articles that it does not have', async () => {
    const { issueId } = await anIssue()
    const [outcome] = await translateIssue(deps, { issueId, languages: ['fr'] })
    expect(outcome?.dropped[0]).toBe(
      '“Harbour”: it is not published in French, so this edition has it in English.',
    )
    // They are in the mail in English.
    await translateIssue(depsWithoutModel, { issueId, languages: ['it'] })
    expect((await editionIn(issueId, 'it'))?.introduction).toContain(': 1 articolo')
  })

  test('says nothing of what drafts are called', async () => {
    const { issueId } = await anIssue()
    const [original] = (await read(issueId)).items
    await translate(original?.article_id ?? '', 'fr', { title: 'A secret merger', published: false })
    const named = async () => (await translateIssue(deps, { issueId, languages: ['fr'] }))[0]?.dropped[0]
    expect(await named()).toMatch(/^“Harbour”: it is not published in French/)
    await sql`update public.articles set title = 'A secret arrest', published = false where id = ${original?.article_id}`
    expect(await named()).toMatch(
      /^Of an article that readers cannot find any more: it is not published in French/,
    )
  })

  test('keeps what a person wrote, unless it is to be replaced', async () => {
    const { issueId } = await anIssue()
    await translateIssue(deps, { issueId, languages: ['de'] })
    await sql`update public.newsletter_editions set subject = 'Von mir', origin = 'person' where language = 'de'`
    await sql`update public.newsletter_summaries set summary = 'Auch von mir', origin = 'person' where language = 'de'`
    expect(await translateIssue(deps, { issueId, languages: ['de'] })).toMatchObject([{ status: 'kept' }])
    expect(await editionIn(issueId, 'de')).toMatchObject({ subject: 'Von mir', origin: 'person' })
    expect(await summaryIn(issueId, 'de')).toMatchObject({ summary: 'Auch von mir', origin: 'person' })
    expect(await translateIssue(deps, { issueId, languages: ['de'], replaceTexts: true })).toMatchObject([
      { status: 'translated', dropped: [] },
    ])
    expect(await editionIn(issueId, 'de')).toMatchObject({ subject: 'Der Hafen öffnet', origin: 'model' })
    expect(await summaryIn(issueId, 'de')).toMatchObject({ origin: 'model' })
  })

  test('does not lose what an editor saves while the model is working', async () => {
    const { issueId } = await anIssue()
    await translateIssue(deps, { issueId, languages: ['de'] })
    const isEdited = Promise.withResolvers<void>()
    model.answerWith(async (input) => {
      await isEdited.promise
      return answering()(input)
    })
    model.calls.length = 0
    const translating = translateIssue(deps, { issueId, languages: ['de'], replaceTexts: true })
    await vi.waitUntil(() => model.calls.length === 1)
    await sql`update public.newsletter_editions set subject = 'Von mir', origin = 'person' where language = 'de'`
    await sql`update public.newsletter_summaries set summary = 'Auch von mir', origin = 'person' where language = 'de'`
    isEdited.resolve()
    expect(await translating).toMatchObject([
      { status: 'kept', dropped: [expect.stringContaining('stay as they are')] },
    ])
    expect(await editionIn(issueId, 'de')).toMatchObject({ subject: 'Von mir', origin: 'person' })
    expect(await summaryIn(issueId, 'de')).toMatchObject({ summary: 'Auch von mir', origin: 'person' })
  })

  test('is refused without an English one, while the issue is worked on, and when it is approved', async () => {
    const { issueId } = await anIssue()
    model.misbehave('hang')
    const under = translateIssue(deps, { issueId, languages: ['de'], timeoutMs: 3_000 })
    await vi.waitUntil(() => model.calls.length === 1)
    await expect(translateIssue(deps, { issueId, languages: ['de'] })).rejects.toMatchObject({
      code: 'under_way',
    })
    await under
    await sql`update public.newsletter_editions set subject = '', preheader = '', introduction = '' where language = 'en'`
    await expect(translateIssue(deps, { issueId, languages: ['de'] })).rejects.toMatchObject({
      code: 'no_english',
    })
    await sql`
      update public.newsletter_issues set status = 'approved', approved_at = now(), seal = 's', slug = '2026-11-15' where id = ${issueId}`
    await expect(translateIssue(deps, { issueId, languages: ['de'] })).rejects.toMatchObject({
      code: 'not_draft',
    })
  })
})

describe('an edition is outdated', () => {
  test('when the English texts change, and not when their order does', async () => {
    const { issueId } = await anIssue()
    const hash = async () => hashOfEnglish(await read(issueId))
    const before = await hash()
    await sql`update public.newsletter_items set position = 3, section = 'market'`
    await sql`update public.newsletter_editions set reviewed_at = now() where language = 'en'`
    await translateIssue(deps, { issueId, languages: ['de'] })
    expect(await hash()).toBe(before)
    for (const change of [
      () => sql`update public.newsletter_editions set subject = 'Other' where language = 'en'`,
      () => sql`update public.newsletter_editions set content = '<p>Other</p>' where language = 'en'`,
      () => sql`update public.newsletter_summaries set summary = 'Other' where language = 'en'`,
      () => sql`update public.newsletter_items set left_out = 'Not now'`,
    ]) {
      const present = await hash()
      await change()
      expect(await hash()).not.toBe(present)
    }
  })

  test('until an editor marks it as reviewed', async () => {
    const { issueId } = await anIssue()
    await translateIssue(deps, { issueId, languages: ['de'] })
    await sql`update public.newsletter_summaries set summary = 'Other' where language = 'en'`
    const content = await read(issueId)
    expect(content.editions[1]?.source_hash).not.toBe(hashOfEnglish(content))
    const actor = '6c9de1c8-6d0a-4f9c-8a2b-0d4d9a0c1d11'
    const updatedAt = content.editions[1]?.updated_at
    await expect(
      reviewEdition(sql, { issueId, language: 'de', actor, updatedAt: '2026-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({ code: 'changed' })
    await reviewEdition(sql, { issueId, language: 'de', actor, updatedAt })
    await reviewEdition(sql, { issueId, language: 'en', actor })
    const [english, german] = (await read(issueId)).editions
    expect(german).toMatchObject({ source_hash: hashOfEnglish(content), reviewed_by: actor })
    expect(english).toMatchObject({ source_hash: null, reviewed_by: actor })
    expect(german?.reviewed_at).not.toBeNull()
    expect((await read(issueId)).issue.revision).toBe(content.issue.revision)
    await expect(reviewEdition(sql, { issueId, language: 'fr', actor })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
