import { expect } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { startTestApp, type TestApp } from './app.ts'
import { addArticle, anArticle } from './articles.ts'

/** The app, and the actions of an administrator on it. */
export interface AuditedWorld {
  app: TestApp
  sql: Sql
  admin: Client
  /** Adds a published article with the title One. */
  add: (overrides?: Partial<ArticleInput>) => ReturnType<typeof addArticle>
  change: (id: string, values: Partial<ArticleInput>) => PromiseLike<unknown>
}

export async function openAuditedWorld(
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<AuditedWorld> {
  const app = await startTestApp(options)
  const admin = await app.administrator()
  return {
    app,
    sql: app.database.sql,
    admin,
    add: (overrides = {}) => addArticle(admin, anArticle({ title: 'One', ...overrides })),
    change: (id, values) => admin.from('articles').update(values).eq('id', id).throwOnError(),
  }
}

/** Reads the audit log as sentences, the earliest first. */
export async function sentences(sql: Sql): Promise<string[]> {
  const rows = await sql<{ sentence: string }[]>`
    select actor_name || ' ' || did as sentence from public.audit_log order by id`
  return rows.map(({ sentence }) => sentence)
}

/** An act that leaves one entry, which `prepare` makes possible. */
export interface AuditedAct<Prepared = unknown> {
  name: string
  prepare?: (world: AuditedWorld) => Promise<Prepared>
  act: (world: AuditedWorld, prepared: Prepared) => PromiseLike<unknown>
  /** NAME stands for what was prepared, if that is a name. */
  says: string
}

/** Lets the type of the prepared value follow from `prepare`. */
export const anAct = <Prepared>(act: AuditedAct<Prepared>) => act as AuditedAct

export async function expectOneEntry(world: AuditedWorld, { prepare, act, says }: AuditedAct): Promise<void> {
  const prepared = await prepare?.(world)
  await world.sql`truncate public.audit_log`
  await act(world, prepared)
  expect(await sentences(world.sql)).toEqual([
    typeof prepared === 'string' ? says.replace('NAME', prepared) : says,
  ])
}
