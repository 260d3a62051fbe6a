import type { Client } from '#core/data/client.ts'
import { createAdministrator, hasAdministrator, randomPassword } from '#server/auth/accounts.ts'
import type { Config } from '#server/config.ts'
import { withAdvisoryLock } from '#server/database/advisory-lock.ts'
import type { Sql } from '#server/database/connection.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'

export interface FirstContent {
  demoArticles: number
}

/**
 * What a publication starts with: the demo newsroom and an administrator. Once there is an administrator the
 * publication is somebody's, and nothing is added any more, however empty it may be. A generated password is said before
 * it is stored: whatever ends the process in between, no password that is in force was never seen.
 */
export function createFirstContent(
  deps: { sql: Sql; service: Client; sayPassword: (password: string) => void },
  config: Pick<Config, 'demo' | 'admin'>,
): Promise<FirstContent> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    if (await hasAdministrator(deps.sql)) return { demoArticles: 0 }
    const demoArticles = config.demo ? await seedDemo(deps.service) : 0
    const password = config.admin.password ?? randomPassword()
    if (!config.admin.password) deps.sayPassword(password)
    await createAdministrator(deps.sql, config.admin.email, password)
    return { demoArticles }
  })
}
