import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { Role } from '#core/domain/role.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { publishableKey, startSite } from '../support/site.ts'
import type { Attack } from './attack.ts'
import { OF_PEOPLE, OF_STRANGERS, type Question, requestOf } from './dearest.ts'

const PASSWORD = 'only for measuring this'
/** Enough editors that none of them does more than people do at a desk. */
const EDITORS = 24
/** Words of the demo newsroom, and one of a single article. */
const WORDS = ['model', 'open data', 'zq500', 'chips', 'schools', 'zq77', 'court', 'energy']

/** A site of one checkout, filled with articles, and its users. */
export interface Side {
  origin: string
  strangers: { questions: Question[]; headers: Record<string, string> }
  people: { questions: Question[]; headers: Record<string, string> }
  /** The access tokens of an author and a translator. */
  lowerRoles: string[]
  asStranger(question: Question, address: string): Attack
  asPerson(question: Question, token: string): Attack
  /** The requests of everybody else, by name. */
  others: Record<string, () => Promise<unknown>>
  stop(): Promise<void>
}

export async function startSide(options: {
  root: string
  port: number
  originals: number
  processes: string
}): Promise<Side> {
  const of = (path: string) => import(join(options.root, path))
  const { fillArticles, generateArticles }: typeof import('../support/fill-articles.ts') = await of(
    'bench/support/fill-articles.ts',
  )
  const { connect }: typeof import('#server/platform/database/connection.ts') = await of(
    'server/platform/database/connection.ts',
  )
  const { joinEmbeddedPostgres }: typeof import('#server/platform/database/embedded/embedded-postgres.ts') =
    await of('server/platform/database/embedded/embedded-postgres.ts')
  const { createMember }: typeof import('#server/supabase/auth/accounts.ts') = await of(
    'server/supabase/auth/accounts.ts',
  )
  const { listPublishedArticles }: typeof import('#core/data/articles.ts') = await of('core/data/articles.ts')
  const { searchArticles }: typeof import('#core/data/search.ts') = await of('core/data/search.ts')
  const { listDeskArticles }: typeof import('#core/data/desk-articles.ts') = await of(
    'core/data/desk-articles.ts',
  )
  const { createArticle, saveArticle }: typeof import('#core/data/save-article.ts') =
    await of('core/data/save-article.ts')

  const dataDir = createTemporaryFolder('bench-fairness')
  // Behind a proxy, so that requests come from many addresses; without jobs, which would use the processor beside what is measured.
  const settings = { TRUST_PROXY: '1', DEMO: '0', WORKER: 'off', PROCESSES: options.processes }
  const site = await startSite({ ...options, dataDir, settings })
  const sql = connect(await joinEmbeddedPostgres(dataDir))
  await fillArticles(sql, options.originals)
  const origin = `http://127.0.0.1:${options.port}`
  const apikey = await publishableKey(origin)

  let requests = 0
  const address = () => {
    requests += 1
    return `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`
  }
  /** Adds somebody with a role, and returns an access token. */
  const addMember = async (name: string, role: Role, languages: Language[] = []): Promise<string> => {
    const account = { email: `${name}@example.org`, password: PASSWORD }
    await createMember(sql, { ...account, role, languages, permissions: [] })
    const response = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': address() },
      body: JSON.stringify(account),
    })
    return ((await response.json()) as { access_token: string }).access_token
  }
  const lowerRoles = [
    await addMember('author', 'author'),
    await addMember('translator', 'translator', ['de']),
  ]

  const clientWith = (token?: string): Client =>
    createClient<Database>(origin, apikey, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token && { accessToken: async () => token }),
      db: { retry: false },
      global: {
        fetch: (url, init) => {
          const headers = new Headers(init?.headers)
          headers.set('x-forwarded-for', address())
          return fetch(url, { ...init, headers })
        },
      },
    })
  const reader = clientWith()
  const editors: Client[] = []
  for (let n = 0; n < EDITORS; n++) editors.push(clientWith(await addMember(`editor-${n}`, 'editor')))
  const anEditor = (): Client => editors[requests % EDITORS] ?? reader
  const [text]: ArticleInput[] = (await generateArticles(1, 1).next()).value
  if (!text) throw new Error('There is no text')
  const values = { ...text, slug: `measured-${randomUUID()}`, title: 'Measured', published: true }
  const created = await createArticle(anEditor(), { id: randomUUID(), values })
  if (created.status !== 'saved') throw new Error(created.status)
  let article = created.article

  const bearer = (token: string) => ({ apikey, authorization: `Bearer ${token}` })
  const attack = (question: Question, headers: Record<string, string>): Attack => ({
    url: origin + question.path,
    ...requestOf(question, headers),
  })
  return {
    origin,
    strangers: { questions: OF_STRANGERS, headers: { apikey, 'x-forwarded-for': '203.0.113.1' } },
    people: { questions: OF_PEOPLE, headers: bearer(lowerRoles[0] ?? '') },
    lowerRoles,
    asStranger: (question, ip) => attack(question, { apikey, 'x-forwarded-for': ip }),
    asPerson: (question, token) => attack(question, bearer(token)),
    others: {
      search: () => {
        const query = WORDS[requests % WORDS.length] ?? ''
        return searchArticles(reader, { query, language: 'en', page: 1 })
      },
      list: () => listPublishedArticles(reader, { language: 'en', limit: 12 }),
      'desk list': () =>
        listDeskArticles(anEditor(), {
          published: true,
          language: 'en',
          category: null,
          featured: null,
          search: '',
          sort: { by: 'publish_date', descending: true },
          page: 1,
          pageSize: 25,
        }),
      async save() {
        const { id, updated_at: since, content } = article
        const saved = await saveArticle(anEditor(), { id, since, values: { content: `${content}\n\nMore.` } })
        if (saved.status !== 'saved') throw new Error(saved.status)
        article = { ...saved.article, content }
      },
    },
    async stop() {
      await sql.end()
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
