import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { TEST_SECRETS } from '../../support/test-settings.ts'
import type { Answer, Request } from './publications.ts'
import { test as base } from './test.ts'

export interface Publication {
  url: string
  /** The official client with the secret key, which has all rights. */
  service: Client
  /** For what no client reaches. */
  databaseUrl: string
  /** Closes the connections of the site to its database and refuses new ones, and allows them again. It has to be `isProxied`. */
  reachDatabase: (request: 'cut' | 'restore') => Promise<void>
}

interface OwnFixtures {
  publication: Publication
  /** More variables for the site. */
  environment: Record<string, string>
  /** The database is behind a proxy, so that it can be taken away. */
  isProxied: boolean
}

/** For tests that each need a publication of their own, which has no articles at first. */
export const test = base.extend<OwnFixtures, { publications: ChildProcess }>({
  environment: [{}, { option: true }],
  isProxied: [false, { option: true }],
  publications: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const { PATH, HOME, TMPDIR } = process.env
      const child = fork(join(import.meta.dirname, 'publications.ts'), {
        execArgv: NODE_FLAGS,
        env: { PATH, HOME, ...(TMPDIR && { TMPDIR }) },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      await answerOf(child)
      await use(child)
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
    { scope: 'worker' },
  ],
  publication: async ({ publications, environment, isProxied }, use) => {
    const ask = async (request: Request) => {
      publications.send(request)
      return answerOf(publications)
    }
    const { url, databaseUrl } = await ask({ environment, isProxied })
    const reachDatabase = async (request: 'cut' | 'restore') => void (await ask(request))
    const service = createClient<Database>(url, TEST_SECRETS.secretKey, { auth: { persistSession: false } })
    await use({ url, service, databaseUrl, reachDatabase })
  },
  baseURL: async ({ publication }, use) => use(publication.url),
})

async function answerOf(child: ChildProcess): Promise<Exclude<Answer, { error: string }>> {
  const waiting = new AbortController()
  const [answer] = (await Promise.race([once(child, 'message', waiting), once(child, 'exit', waiting)])) as [
    Answer | number,
  ]
  waiting.abort()
  if (typeof answer === 'object' && answer && 'url' in answer) return answer
  throw new Error(`No publication was started: ${JSON.stringify(answer)}`)
}
