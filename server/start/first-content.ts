import { hasArticles } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { wasDemoRemoved } from '#server/features/demo/demo-removal.ts'
import { hasDemoArticles, seedDemo, seedDemoSettings } from '#server/features/demo/seed-demo.ts'
import { seedDemoPictures } from '#server/features/demo/seed-demo-pictures.ts'
import { seedDemoIssuesJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Config } from '#server/platform/config.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { createAdministrator, hasAdministrator, randomPassword } from '#server/supabase/auth/accounts.ts'

/**
 * Creates what a publication starts with: the demo articles and an administrator. Once there is an administrator, no article is
 * added, even when there are none, nor after the demo was removed. A generated password is printed before it is stored, so that a process that is killed cannot
 * leave a password that was never shown.
 */
export function createFirstContent(
  deps: Pick<Services, 'sql' | 'queue' | 'storage'> & { service: Client; say: (line: string) => void },
  config: Pick<Config, 'demo' | 'admin'>,
): Promise<void> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    const isNew = !(await hasAdministrator(deps.sql))
    if (isNew && config.demo && !(await wasDemoRemoved(deps.sql))) await loadDemo(deps)
    if (config.demo) await seedDemoSettings(deps.sql)
    if (!isNew) return
    const { email, password = randomPassword() } = config.admin
    if (!config.admin.password)
      deps.say(`Administrator: ${email}  password: ${password}   (shown only this once)`)
    await createAdministrator(deps.sql, email, password, { isPrinted: !config.admin.password })
  })
}

async function loadDemo(deps: Parameters<typeof createFirstContent>[0]): Promise<void> {
  const { sql, queue, service, say } = deps
  say('Loading the demo newsroom ...')
  if (!(await hasArticles(service))) await seedDemoPictures(deps)
  const articles = await seedDemo(service)
  if (articles > 0) await chooseTopics(sql)
  if (await hasDemoArticles(sql)) await queue.enqueue(seedDemoIssuesJob, {})
  if (articles === 0) return
  // One entry instead of one for each article; nothing else has happened yet.
  await sql`
    with entries as (delete from public.audit_log)
    select private.record_act('articles', 'load_demo', 'loaded the demo newsroom')`
  const [demo] = await sql<[{ articles: number; languages: number }]>`
    select count(*) filter (where original_article_id is null)::integer as articles,
      count(distinct language)::integer as languages from public.articles`
  say(
    `Demo newsroom: ${demo.articles} articles in ${demo.languages} languages loaded (set DEMO=0 before the first start to begin empty).`,
  )
}
