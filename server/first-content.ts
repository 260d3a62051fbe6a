import type { Client } from '#core/data/client.ts'
import { createAdministrator, hasAdministrator, randomPassword } from '#server/auth/accounts.ts'
import type { Config } from '#server/config.ts'
import { withAdvisoryLock } from '#server/database/advisory-lock.ts'
import type { Sql } from '#server/database/connection.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { seedDemoSettings } from '#server/demo/seed-demo-settings.ts'

export interface FirstContent {
  demoArticles: number
}

/**
 * What a publication starts with: the demo newsroom and an administrator. Once there is an administrator the
 * publication is somebody's, and no article is added any more, however empty it may be. A generated password is said before
 * it is stored: whatever ends the process in between, no password that is in force was never seen.
 */
export function createFirstContent(
  deps: { sql: Sql; service: Client; sayPassword: (password: string) => void },
  config: Pick<Config, 'demo' | 'admin'>,
): Promise<FirstContent> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    const isNew = !(await hasAdministrator(deps.sql))
    const demoArticles = isNew && config.demo ? await seedDemo(deps.service) : 0
    if (config.demo) await seedDemoSettings(deps.sql)
    if (!isNew) return { demoArticles }
    const password = config.admin.password ?? randomPassword()
    if (!config.admin.password) deps.sayPassword(password)
    await createAdministrator(deps.sql, config.admin.email, password)
    return { demoArticles }
  })
}
