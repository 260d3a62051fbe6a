import type { Client } from '#core/data/client.ts'
import { createAdministrator, hasAdministrator, randomPassword } from '#server/auth/accounts.ts'
import type { Config } from '#server/config.ts'
import { withAdvisoryLock } from '#server/database/advisory-lock.ts'
import type { Sql } from '#server/database/connection.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { seedDemoSettings } from '#server/demo/seed-demo-settings.ts'
import { chooseTopics } from '#server/topics/choose-topics.ts'

export interface FirstContent {
  demoArticles: number
}

/**
 * Creates what a publication starts with: the demo articles and an administrator. Once there is an administrator, no article is
 * added any more, even when there are none. A generated password is printed before it is stored, so that the process cannot end
 * with a password in force that was never shown.
 */
export function createFirstContent(
  deps: { sql: Sql; service: Client; sayPassword: (password: string) => void },
  config: Pick<Config, 'demo' | 'admin'>,
): Promise<FirstContent> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    const isNew = !(await hasAdministrator(deps.sql))
    const demoArticles = isNew && config.demo ? await seedDemo(deps.service) : 0
    if (demoArticles > 0) await chooseTopics(deps.sql)
    if (config.demo) await seedDemoSettings(deps.sql)
    if (!isNew) return { demoArticles }
    const password = config.admin.password ?? randomPassword()
    if (!config.admin.password) deps.sayPassword(password)
    await createAdministrator(deps.sql, config.admin.email, password)
    return { demoArticles }
  })
}
