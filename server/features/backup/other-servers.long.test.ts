import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { renewSearch } from '#server/features/articles/renew-search.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { connect, type DatabaseAddress, type Sql } from '#server/platform/database/connection.ts'
import { ROOT } from '#server/platform/root.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startPostgresServer } from '../../../tests/support/postgres-server.ts'
import { readCatalog, readRows } from '../../../tests/support/schema-catalog.ts'
import { sharedResource } from '../../../tests/support/shared-resources.ts'
import { createTemporaryFolder, memoryFolder } from '../../../tests/support/temporary-folder.ts'

/** User and database as the documents make them: before PostgreSQL 17, and since then. */
const DOCUMENT = await readFile(join(ROOT, 'docs/self-hosting/database.md'), 'utf8')
const [before17 = '', since17 = ''] = [...DOCUMENT.matchAll(/^```sql\n(.*?)^```/gms)].map(
  ([, block]) => block,
)

function openTemporaryPlace(database: { address: DatabaseAddress; sql: Sql }) {
  const folder = createTemporaryFolder('other-servers')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return openPlace(database, folder)
}

async function openTestPlace(options: { bare: boolean }) {
  const database = await createTestDatabase(options)
  onTestFinished(() => database.drop())
  return openTemporaryPlace(database)
}

/** A database of a user who is no superuser, on a server of its own. */
async function openOtherServer(major: string, provider: 'libc' | 'icu' | 'builtin') {
  await sharedResource('postgres-of-other-majors')
  const folder = createTemporaryFolder(`postgres-${major}`, memoryFolder())
  const server = await startPostgresServer(folder, { major, provider, settings: ['fsync = off'] })
  onTestFinished(() => server.stop())
  const superuser = connect({ ...server, database: 'postgres' }, { max: 1 })
  for (const line of (Number(major) < 17 ? before17 : since17).trim().split('\n'))
    await superuser.script(line)
  await superuser.end()
  const address = { host: server.host, port: server.port, user: 'ai_watch', database: 'ai_watch' }
  const sql = connect(address)
  onTestFinished(() => sql.end())
  return openTemporaryPlace({ address, sql })
}

const rows = async ({ sql }: { sql: Sql }) => ({ ...(await readRows(sql)), 'private.restorations': [] })

test.each([
  ['15', 'icu'],
  ['16', 'libc'],
  ['17', 'builtin'],
] as const)(
  'a backup goes from the embedded PostgreSQL to a user of PostgreSQL %s with a locale of %s who is no superuser, and back',
  async (major, provider) => {
    const first = await openTestPlace({ bare: false })
    await first.sql`
      insert into public.articles (slug, title, excerpt, content, category, published)
      select 'a' || n, 'Zebras, Ærø and 🦓 ' || n, 'x', E'Tab\\there\\nand \\\\N, ' || repeat('é', n), 'tech', n % 2 = 0
      from generate_series(1, 300) as n`
    await first.sql`
      insert into public.articles (slug, language, title, excerpt, content, category, published)
      values ('system', 'de', 'Aktuelle Systeme', 'x', 'Zuerst die Risiken.', 'tech', true)`
    const other = await openOtherServer(major, provider)
    await first.backUp()
    await other.restore(first.file)
    expect(await rows(other)).toEqual(await rows(first))
    await other.sql`update public.articles set title = 'Quaggas' where slug = 'a2'`
    await renewSearch(other.sql)

    const back = await openTestPlace({ bare: true })
    await other.backUp()
    await back.restore(other.file)
    expect(await rows(back)).toEqual(await rows(other))
    expect(await readCatalog(back.sql)).toEqual(await readCatalog(first.sql))
    // Stemmers differ between these servers.
    await renewSearch(back.sql)
    for (const word of ['System', 'aktuell', 'zuerst', 'Risiko'])
      expect([word, await back.sql`select slug from public.search_articles(${word}, 'de')`]).toEqual([
        word,
        [{ slug: 'system' }],
      ])
    const roots = ({ sql }: { sql: Sql }) =>
      sql`select word, root from private.search_words where language = 'de' order by word`
    expect(await roots(back)).toEqual(await roots(first))
  },
  120_000,
)
