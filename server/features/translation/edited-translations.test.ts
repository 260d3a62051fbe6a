import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { GERMAN, openHarbour } from '#server/features/translation/testing/open-translations.ts'

const world = await openHarbour()
const { sql, model, addArticle, addHarbour, madeOf, edit, translate, translationOf, askedTexts } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

describe('what a person wrote stays:', () => {
  test('in an article that did not change there', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await edit(
      german?.id,
      'de: The **harbour** is [open]',
      'Der [Hafen](https://example.org/a) ist **offen**, [x]',
    )
    await sql`update public.articles set content = replace(content, ', [x](https://example.org/a)', '') where id = ${german?.id}`
    await edit(id, 'Nobody', 'Everybody')
    model.calls.length = 0
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(askedTexts()).toEqual(['Everybody knows why'])
    expect((await translationOf(id))?.content).toContain(
      'Der [Hafen](https://example.org/a) ist **offen** with `code`.',
    )
    const [persons] = await sql`select text from public.translation_segments where origin = 'person'`
    expect(persons?.text).toBe('Der <a1>Hafen</a1> ist <b1>offen</b1> with <c1/>.')
  })

  test('where the source changed, with the new machine text as a proposal, until an editor decides', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await edit(german?.id, 'de: Nobody knows why', 'Niemand weiß warum')
    await edit(id, 'Nobody knows why', 'Nobody knows how')
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toContain('- Niemand weiß warum\n')
    const conflicts = () => sql`
      select mine.source, mine.text, mine.origin, proposed.source as new_source, proposed.text as proposed
      from public.translation_parts as part
      join public.translation_segments as mine on mine.id = part.segment_id
      join public.translation_segments as proposed on proposed.id = part.proposed_id`
    const conflict = {
      source: 'Nobody knows why',
      text: 'Niemand weiß warum',
      origin: 'person',
      new_source: 'Nobody knows how',
      proposed: 'de: Nobody knows how',
    }
    expect(await conflicts()).toEqual([conflict])
    await edit(id, '12 ships', '13 ships')
    await translate(id)
    expect(await conflicts()).toEqual([conflict])
  })

  test('in a translation of which nothing is recorded', async () => {
    const id = await addHarbour()
    await addArticle({
      title: 'Der Hafen',
      subtitle: 'Endlich',
      excerpt: 'Schiffe.',
      content: GERMAN.replaceAll('de: ', 'von Hand: '),
      language: 'de',
      slug: 'der-hafen',
      original_article_id: id,
    })
    await edit(id, '12 ships', '13 ships')
    expect(await translate(id)).toMatchObject({ status: 'succeeded', segments_reused: 7 })
    expect(askedTexts()).toEqual(['13 ships wait'])
    expect(await translationOf(id)).toMatchObject({ title: 'Der Hafen', slug: 'der-hafen' })
    expect(await madeOf(id)).toMatchObject({ origin: 'person' })
  })

  test('when its structure is another, until all is to be renewed', async () => {
    const id = await addHarbour()
    await translate(id)
    const german = await translationOf(id)
    await sql`update public.articles set content = content || E'\n\nMehr.' where id = ${german?.id}`
    expect(await translate(id)).toMatchObject({
      status: 'failed',
      attempt: 1,
      reason: expect.stringContaining('changed the structure'),
    })
    expect((await translationOf(id))?.content).toContain('Mehr.')
    expect(await translate(id, { renewsAll: true })).toMatchObject({ status: 'succeeded' })
    expect((await translationOf(id))?.content).toBe(GERMAN)
  })
})
