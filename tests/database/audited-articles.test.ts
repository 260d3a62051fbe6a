import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { addCorrection, changeCorrection, deleteCorrection } from '#core/data/article-corrections.ts'
import { cancelUnpublishing, scheduleUnpublishing } from '#core/data/article-schedules.ts'
import { restoreArticle } from '#core/data/article-trash.ts'
import { deleteArticles, featureArticle, publishArticles } from '#core/data/bulk-articles.ts'
import { ADMIN } from '../support/app.ts'
import { addArticle, anArticle, aTranslation, publishNow, versionOf } from '../support/articles.ts'
import {
  type AuditedAct,
  type AuditedWorld,
  anAct,
  expectOneEntry,
  openAuditedWorld,
} from '../support/audit.ts'

let world: AuditedWorld
beforeAll(async () => {
  world = await openAuditedWorld()
})
afterAll(() => world.app.stop())
beforeEach(
  () => world.sql`
  truncate public.articles, public.article_trash, public.article_corrections, public.settings, public.article_schedules cascade`,
)

const NORA = ADMIN.email
const draft = ({ add }: AuditedWorld) => add({ published: false })
const published = ({ add }: AuditedWorld) => add()
const corrected = async ({ add, admin }: AuditedWorld) => {
  const { id } = await add()
  const answer = await addCorrection(admin, { articleId: id, text: 'It was Monday.' })
  if (answer.status !== 'added') throw new Error(answer.status)
  return answer
}
const rpc = ({ admin }: AuditedWorld, name: 'schedule_article' | 'create_article_preview', values: object) =>
  admin.rpc(name, values as never).throwOnError()
const scheduled = async (here: AuditedWorld) => {
  const { id } = await draft(here)
  await rpc(here, 'schedule_article', {
    p_article_id: id,
    p_publish_at: '2027-01-01T08:00Z',
    p_zone: 'Europe/Zurich',
    p_version: (await versionOf(here.admin, id)).updated_at,
  })
  return id
}
const binned = async ({ admin }: AuditedWorld, id: string) => {
  await deleteArticles(admin, [id])
  const { data } = await admin.from('article_trash').select('id, updated_at').single().throwOnError()
  return { id: data.id, version: data.updated_at }
}
const trashed = async (here: AuditedWorld) => {
  const { id } = await published(here)
  return { id, trashed: await binned(here, id) }
}
const ACTS: AuditedAct[] = [
  anAct({
    name: 'an article that is published when it is made',
    act: published,
    says: `${NORA} published “One”`,
  }),
  anAct({
    name: 'a draft that is published',
    prepare: draft,
    act: ({ admin }, { id }) => publishNow(admin, id, { title: 'Two' }),
    says: `${NORA} published “Two”`,
  }),
  anAct({
    name: 'drafts that are published together',
    prepare: draft,
    act: async ({ admin }, { id }) => publishArticles(admin, [await versionOf(admin, id)]),
    says: `${NORA} published “One”`,
  }),
  anAct({
    name: 'an article that is unpublished',
    prepare: published,
    act: ({ change }, { id }) => change(id, { published: false }),
    says: `${NORA} unpublished “One”`,
  }),
  anAct({
    name: 'a published article that is changed',
    prepare: published,
    act: ({ change }, { id }) => change(id, { content: 'Another text.', author: 'Ada Lovelace' }),
    says: `${NORA} changed “One”`,
  }),
  anAct({
    name: 'another address',
    prepare: published,
    act: ({ change }, { id }) => change(id, { slug: 'elsewhere' }),
    says: `${NORA} changed the address of “One”`,
  }),
  anAct({
    name: 'an article that takes the place of the featured one',
    prepare: async ({ add }) => {
      await add({ title: 'Zero', featured: true })
      return add()
    },
    act: async ({ admin }, { id }) => featureArticle(admin, await versionOf(admin, id)),
    says: `${NORA} featured “One”`,
  }),
  anAct({
    name: 'a translation that is published',
    prepare: ({ add }) => add(),
    act: ({ admin }, original) => addArticle(admin, aTranslation(original, 'de', { title: 'Eins' })),
    says: `${NORA} published “Eins” (German)`,
  }),
  anAct({
    name: 'a program with the secret key',
    act: ({ app }) => addArticle(app.service(), anArticle({ title: 'Made by a program' })),
    says: 'A program with the secret key published “Made by a program”',
  }),
  anAct({ name: 'a schedule', act: scheduled, says: `${NORA} scheduled “One”` }),
  anAct({
    name: 'a date in the future',
    act: ({ add }) => add({ publish_date: '2027-01-01T08:00:00Z' }),
    says: `${NORA} scheduled “One”`,
  }),
  anAct({
    name: 'a scheduled draft that is given a date that has passed',
    prepare: scheduled,
    act: ({ change }, id) => change(id, { publish_date: '2026-01-01T08:00:00Z' }),
    says: `${NORA} cancelled the publication of “One”`,
  }),
  anAct({
    name: 'a scheduled draft that is published by hand',
    prepare: scheduled,
    act: ({ admin }, id) => publishNow(admin, id, { publish_date: '2026-01-01T08:00:00Z' }),
    says: `${NORA} published “One”`,
  }),
  anAct({
    name: 'a schedule that is cancelled',
    prepare: scheduled,
    act: ({ admin }, id) => admin.from('article_schedules').delete().eq('article_id', id).throwOnError(),
    says: `${NORA} cancelled the publication of “One”`,
  }),
  anAct({
    name: 'a schedule whose time has come',
    prepare: async (here) => {
      const id = await scheduled(here)
      await here.app.database
        .sql`update public.article_schedules set publish_at = now() - interval '1 minute' where article_id = ${id}`
    },
    act: ({ sql }) => sql`select private.publish_due(id, updated_at, null) from public.articles`,
    says: 'The site published “One” as scheduled',
  }),
  anAct({
    name: 'a schedule whose article has a problem',
    prepare: async (here) => {
      const id = await scheduled(here)
      await here.app.database
        .sql`update public.article_schedules set publish_at = now() - interval '1 minute' where article_id = ${id}`
    },
    act: ({ sql }) => sql`select private.publish_due(id, updated_at, 'a placeholder') from public.articles`,
    says: 'The site did not publish “One” as scheduled',
  }),
  anAct({
    name: 'a time until which readers find an article, set twice',
    prepare: ({ add }) => add(),
    act: async ({ admin }, { id }) => {
      const time = { id, unpublishAt: new Date(Date.now() + 60_000), zone: 'UTC' }
      await scheduleUnpublishing(admin, time)
      await scheduleUnpublishing(admin, time)
    },
    says: `${NORA} set a time until which readers find “One”`,
  }),
  anAct({
    name: 'an article that comes back from the trash with such a time',
    prepare: async (here) => {
      const { id } = await here.add()
      await scheduleUnpublishing(here.admin, { id, unpublishAt: new Date(Date.now() + 60_000), zone: 'UTC' })
      return binned(here, id)
    },
    act: ({ admin }, trash) => restoreArticle(admin, trash),
    says: `${NORA} took “One” back out of the trash`,
  }),
  anAct({
    name: 'such a time that is removed',
    prepare: async ({ add, admin }) => {
      const article = await add()
      await scheduleUnpublishing(admin, {
        id: article.id,
        unpublishAt: new Date(Date.now() + 60_000),
        zone: 'UTC',
      })
      return article
    },
    act: ({ admin }, { id }) => cancelUnpublishing(admin, id),
    says: `${NORA} removed the time until which readers find “One”`,
  }),
  anAct({
    name: 'such a time that has come',
    prepare: async ({ add, app }) => {
      const { id } = await add()
      await app.database.sql`
        insert into public.article_unpublishings (article_id, unpublish_at, zone)
        values (${id}, now() - interval '1 minute', 'UTC')`
    },
    act: ({ sql }) => sql`select private.unpublish_next_due()`,
    says: 'The site unpublished “One” as scheduled',
  }),
  anAct({
    name: 'a story that is deleted with its translations',
    prepare: async ({ add, admin }) => {
      const original = await add()
      await addArticle(admin, aTranslation(original, 'de'))
      return original
    },
    act: ({ admin }, { id }) => deleteArticles(admin, [id]),
    says: `${NORA} moved “One” to the trash`,
  }),
  anAct({
    name: 'an article out of the trash',
    prepare: trashed,
    act: ({ admin }, { trashed }) => restoreArticle(admin, trashed),
    says: `${NORA} took “One” back out of the trash`,
  }),
  anAct({
    name: 'the end of an article in the trash',
    prepare: trashed,
    act: ({ sql }) => sql`delete from public.article_trash`,
    says: 'The site deleted “One” for ever, after its time in the trash',
  }),
  anAct({
    name: 'a text that is removed for good',
    prepare: published,
    act: ({ admin }, { id }) =>
      admin.rpc('purge_article_text', { p_article_id: id, p_reason: 'By order' }).throwOnError(),
    says: `${NORA} removed the text of an article for good`,
  }),
  anAct({
    name: 'a correction',
    prepare: published,
    act: ({ admin }, { id }) => addCorrection(admin, { articleId: id, text: 'Monday.' }),
    says: `${NORA} added a correction to “One”`,
  }),
  anAct({
    name: 'a changed correction',
    prepare: corrected,
    act: ({ admin }, { id }) => changeCorrection(admin, { id, text: 'It was Tuesday.' }),
    says: `${NORA} changed a correction of “One”`,
  }),
  anAct({
    name: 'a deleted correction',
    prepare: corrected,
    act: ({ admin }, { id }) => deleteCorrection(admin, id),
    says: `${NORA} deleted a correction of “One”`,
  }),
  anAct({
    name: 'a preview link',
    prepare: draft,
    act: (here, { id }) => rpc(here, 'create_article_preview', { p_article_id: id }),
    says: `${NORA} made a preview link of “One”`,
  }),
  anAct({
    name: 'a preview link that is withdrawn',
    prepare: async (here) => rpc(here, 'create_article_preview', { p_article_id: (await draft(here)).id }),
    act: ({ admin }) => admin.from('article_previews').delete().neq('id', randomUUID()).throwOnError(),
    says: `${NORA} withdrew a preview link of “One”`,
  }),
]

test.each(ACTS)('one entry says who did it: $name', (act) => expectOneEntry(world, act))
