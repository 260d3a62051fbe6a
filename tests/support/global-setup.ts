import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { ensureBuild, keepBuild } from '#server/build/builds.ts'
import { connect } from '#server/database/connection.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/database/prepare-database.ts'
import { openBoss } from '#server/jobs/boss.ts'
import { createLog } from '#server/log.ts'
import { type Offered, readOffered } from '#server/rest/catalog/read-offered.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const TEMPLATE = 'template_ai_watch'

declare module 'vitest' {
  export interface ProvidedContext {
    build: { entry: string; publicDir: string }
    postgres: { host: string; port: number; user: string; template: string }
    offered: Offered
  }
}

/** Starts one real PostgreSQL for the run, with a migrated template from which every test database is copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const build = await ensureBuild(console.log)
  keepBuild(build)
  project.provide('build', { entry: build.entry, publicDir: build.publicDir })
  const dataDir = createTemporaryFolder('test')
  const server = await startEmbeddedPostgres({ dataDir })
  const { host, port, user } = server.connection

  const maintenance = connect(server.connection, { max: 1 })
  await maintenance.script(`create database ${TEMPLATE}`)
  await maintenance.end()
  const address = { host, port, user, database: TEMPLATE }
  const sql = connect(address)
  await prepareDatabase(sql)
  project.provide('offered', await readOffered(sql))
  const boss = await openBoss({ address, sql, log: createLog('silent'), works: false })
  await boss.close()
  await sql.end()

  project.provide('postgres', { host, port, user, template: TEMPLATE })
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
