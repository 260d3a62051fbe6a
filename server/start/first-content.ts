import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { wasDemoRemoved } from '#server/features/demo/remove-demo.ts'
import { hasArticles, seedDemo } from '#server/features/demo/seed-demo.ts'
import { seedDemoPictures } from '#server/features/demo/seed-demo-pictures.ts'
import { seedDemoIssuesJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import type { Config } from '#server/platform/config.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { createAdministrator, hasAdministrator, randomPassword } from '#server/supabase/auth/accounts.ts'

/**
 * Creates what a publication starts with: the demo and an administrator. Once there is an administrator, nothing is added, even when there is
 * no article, nor is the demo after it was removed. A generated password is printed before it is stored, so that a process that is killed
 * cannot leave a password that was never shown.
 */
export function createFirstContent(
  deps: Pick<Services, 'sql' | 'queue' | 'storage'> & { say: (line: string) => void },
  config: Pick<Config, 'demo' | 'admin'>,
): Promise<void> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    if (await hasAdministrator(deps.sql)) return
    if (config.demo && !(await wasDemoRemoved(deps.sql))) await loadDemo(deps)
    const { email, password = randomPassword() } = config.admin
    if (!config.admin.password)
      deps.say(`Administrator: ${email}  password: ${password}   (shown only this once)`)
    await createAdministrator(deps.sql, email, password, { isPrinted: !config.admin.password })
  })
}

async function loadDemo(deps: Parameters<typeof createFirstContent>[0]): Promise<void> {
  const { sql, queue, say } = deps
  say('Loading the demo newsroom ...')
  if (!(await hasArticles(sql))) await seedDemoPictures(deps)
  const articles = await seedDemo(sql)
  if (articles > 0) await chooseTopics(sql)
  const rows = await sql`select from private.demo_rows limit 1`
  if (rows.length > 0) await queue.enqueue(seedDemoIssuesJob, {})
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
