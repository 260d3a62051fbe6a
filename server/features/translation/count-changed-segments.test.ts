import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { countChangedSegments, countOnNotify } from '#server/features/translation/count-changed-segments.ts'
import { openTranslations } from '#server/features/translation/testing/open-translations.ts'
import { createLog } from '#server/platform/log.ts'
import { runOnNotify } from '#server/platform/queue/run-on-notify.ts'

const world = await openTranslations()
const { sql, addArticle, translate } = world
afterAll(() => world.stop())
beforeEach(() => world.reset())

const addTranslated = async () => {
  const id = await addArticle({ title: 'Ships', content: 'One.\n\nTwo.\n\n[Three](https://example.org/a).' })
  await translate(id)
  return id
}
const edit = (id: string, from: string, to: string) =>
  sql`update public.articles set content = replace(content, ${from}, ${to}) where id = ${id}`
const counted = async () =>
  (
    await sql`select stale_since is not null as is_stale, changed_segments from public.article_translations`
  )[0]

test('new and changed segments are counted', async () => {
  const id = await addTranslated()
  await edit(id, 'Two.', 'Two and a half.\n\nMore.')
  expect(await counted()).toEqual({ is_stale: true, changed_segments: null })
  await countChangedSegments(sql)
  expect(await counted()).toEqual({ is_stale: true, changed_segments: 2 })
  await edit(id, 'One', 'Another')
  await countChangedSegments(sql)
  expect(await counted()).toEqual({ is_stale: true, changed_segments: 3 })
})

test('an address that is changed is no segment, but the translation is stale', async () => {
  await edit(await addTranslated(), 'example.org/a', 'example.org/b')
  await countChangedSegments(sql)
  expect(await counted()).toEqual({ is_stale: true, changed_segments: 0 })
})

test('a change that is taken back is none', async () => {
  const id = await addTranslated()
  await edit(id, 'One', 'Another')
  await edit(id, 'Another', 'One')
  await countChangedSegments(sql)
  expect(await counted()).toEqual({ is_stale: false, changed_segments: null })
})

test('of a translation of which nothing is recorded, all segments count', async () => {
  const id = await addTranslated()
  await sql`update public.article_translations set source_revision = null`
  await edit(id, 'One', 'Another')
  await countChangedSegments(sql)
  expect(await counted()).toEqual({ is_stale: true, changed_segments: 5 })
})

test('a process that listens counts at once, and when it begins', async () => {
  const id = await addTranslated()
  await edit(id, 'One', 'Another')
  const following = await runOnNotify(world.database.address, [
    countOnNotify({ sql, log: createLog('silent') }),
  ])
  onTestFinished(() => following.stop())
  await vi.waitUntil(async () => (await counted())?.changed_segments === 1)
  await edit(id, 'Two', 'Second')
  await vi.waitUntil(async () => (await counted())?.changed_segments === 2)
})
