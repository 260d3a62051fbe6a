import { storeArticle } from './support/article-form.ts'
import { openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { connect } from '#server/platform/database/connection.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { signIn } from './support/sign-in.ts'
import { signInElsewhere } from './support/desk.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
test('shots', async ({ browser, page, publication }) => {
  test.setTimeout(600_000)
  const ids: Record<string, string> = {}
  for (const [days, title] of [[80, 'An old story about looms and the people who ran them for forty years in a valley that has since been flooded'], [3, 'The harbour opens'], [2, 'Chips from Vienna'], [1, 'In praise of pipes'], [0.1, 'A bakery forecasts its bread']] as const)
    ids[title] = (await storeArticle(publication.service, { slug: title.toLowerCase().replaceAll(' ', '-').slice(0, 60), title, publish_date: daysAgo(days) })).id
  const fr = await storeArticle(publication.service, { slug: 'le-port', title: 'Le port ouvre', language: 'fr', original_article_id: ids['The harbour opens'] ?? '', publish_date: daysAgo(3) })
  const { desk: ines, id } = await openAs(browser, publication, { name: 'Ines', role: 'translator', languages: ['fr', 'de'], permissions: ['publish'] })
  const { desk: ben, id: benId } = await openAs(browser, publication, { name: 'Ben', role: 'editor' })
  await openAs(browser, publication, { name: 'Jonas', role: 'translator', languages: ['fr'] })
  const sql = connect(publication.databaseUrl, { max: 1 })
  await sql`insert into public.article_revisions (article_id, made_by, title, published, article) values (${fr.id}, ${id}, 'Le port', true, '{}')`
  await publication.service.rpc('report_translation', { p_translation_id: fr.id, p_quote: 'Le porte ouvre.', p_comment: 'Faute.' })
  await sql`insert into public.translation_claims (original_id, language, user_id, claimed_at, saved_at) values (${ids['Chips from Vienna']}, 'fr', ${id}, now() - interval '3 hours', now())`
  await sql`insert into public.translation_claims (original_id, language, user_id, claimed_at, saved_at) values (${ids['Chips from Vienna']}, 'de', ${benId}, now() - interval '3 hours', now())`
  await sql`insert into public.translation_claims (original_id, language, user_id, claimed_at, saved_at, ended_at, ended_how) values (gen_random_uuid(), 'fr', ${id}, now() - interval '9 hours', now(), now(), 'done')`
  await sql`update public.article_workflow set due_on = current_date - 1 where article_id = ${ids['In praise of pipes']}`
  await sql`insert into public.article_workflow (article_id, due_on) values (${ids['In praise of pipes']}, current_date - 1) on conflict (article_id) do update set due_on = excluded.due_on`
  await sql`insert into private.desk_visits (user_id, last_seen_at, previous_visit_at) select user_id, now(), now() - interval '14 hours' from public.user_roles on conflict (user_id) do update set previous_visit_at = now() - interval '14 hours'`
  const admin = await signInElsewhere(publication, { email: 'ben@example.org', password: 'the long password of Ben' })
  for (const title of ['A bakery forecasts its bread', 'In praise of pipes', 'The harbour opens'])
    await admin.from('articles').update({ excerpt: 'Something new.' }).eq('title', title)
  for (const language of ['de', 'es', 'it']) await storeArticle(admin, { slug: `${language}-port`, title: 'Port', language: language as never, original_article_id: ids['The harbour opens'] ?? '' })
  await signIn(page, DESK_ADMIN)
  const shots = [
    [ines, 'my-desk', '/admin/dashboard'],
    [ines, 'queue-translator', '/admin/translations/queue'],
    [ben, 'queue-editor', '/admin/translations/queue'],
    [page, 'dashboard', '/admin/dashboard'],
    [page, 'history', `/admin/articles/history/${ids['The harbour opens']}`],
    [ines, 'review', `/admin/translations/${ids['The harbour opens']}/fr`],
    [ines, 'coverage', '/admin/translations'],
    [page, 'editor', '/admin/articles/edit/the-harbour-opens#history'],
  ] as const
  for (const [who, name, path] of shots) {
    await who.goto(path)
    await who.waitForLoadState('networkidle')
    for (const width of [375, 768, 1280]) {
      await who.setViewportSize({ width, height: 900 })
      for (const scheme of ['light', 'dark'] as const) {
        if (scheme === 'dark' && width !== 1280) continue
        await who.emulateMedia({ colorScheme: scheme })
        await who.waitForTimeout(300)
        await who.screenshot({ path: `/tmp/languages/shots/${name}-${width}-${scheme}.png`, fullPage: true })
      }
    }
  }
  await sql.end()
})
