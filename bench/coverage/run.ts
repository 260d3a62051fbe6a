import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { type CoverageOptions, listTranslationCoverage } from '#core/data/translation-coverage.ts'
import { listTranslationsToReview } from '#core/data/translation-review.ts'
import { connect } from '#server/platform/database/connection.ts'
import { joinEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { fillCoverage } from '../support/fill-coverage.ts'
import { median, publishableKey, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_209
const ORIGINALS = 10_000
const ROUNDS = 21
const FIRST_PAGE: CoverageOptions = {
  search: '',
  category: null,
  published: true,
  days: null,
  states: null,
  language: null,
  descending: true,
  page: 1,
  pageSize: 25,
}

/** How long the matrix of translations takes, as the screen asks for it: through the official client and HTTP. */
const dataDir = createTemporaryFolder('bench-coverage')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0', WORKER: 'off' } })
const origin = `http://127.0.0.1:${PORT}`
const editor = await signInAsEditor(origin)
const sql = connect(await joinEmbeddedPostgres(dataDir))
await fillCoverage(sql, ORIGINALS)
await sql.end()
const client: Client = createClient<Database>(origin, await publishableKey(origin), {
  auth: { persistSession: false },
  accessToken: async () => editor,
})

const matrix = (change: Partial<CoverageOptions>) => () =>
  listTranslationCoverage(client, { ...FIRST_PAGE, ...change })
const toReview = (page: number) => () =>
  listTranslationsToReview(client, { language: null, page, pageSize: 25 })
const LISTS = {
  'first page': matrix({}),
  'last page': matrix({ page: 380 }),
  'German missing, last 30 days': matrix({ states: ['missing'], language: 'de', days: 30 }),
  'German missing': matrix({ states: ['missing'], language: 'de' }),
  'missing in any language': matrix({ states: ['missing'] }),
  'missing, failed or stale in any language': matrix({ states: ['missing', 'failed', 'stale'] }),
  'waiting in any language': matrix({ states: ['waiting'] }),
  'a word of one': matrix({ search: 'zq500' }),
  'a word of all': matrix({ search: 'article' }),
  'a word of all, failed': matrix({ search: 'article', states: ['failed'] }),
  'a thousand, to select them': matrix({ pageSize: 1_000 }),
  'to review, first page': toReview(1),
  'to review, page 40': toReview(40),
}
for (const [name, read] of Object.entries(LISTS)) {
  const times: number[] = []
  let total = 0
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    total = (await read()).total
    times.push(performance.now() - started)
  }
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `${name} (${total}): ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms, load ${load}`,
  )
}
await site.stop()
await rm(dataDir, { recursive: true, force: true })
