import { randomUUID } from 'node:crypto'
import type { WorkflowState } from '#core/domain/article-workflow.ts'
import type { HandoverAnswer } from '#core/domain/handover.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { emptyTables } from './empty-tables.ts'
import { asPerson } from './sessions-of-roles.ts'

/** A desk of seven, and `left`, who has no role any more. */
const ROLES = {
  nora: 'editor',
  mara: 'admin',
  edda: 'editor',
  emil: 'author',
  ida: 'author',
  theo: 'translator',
  lena: 'newsletter',
  left: null,
} as const
export type Person = keyof typeof ROLES
const NAMES = Object.keys(ROLES) as Person[]

export interface Start {
  state?: WorkflowState
  owner?: Person | null
  next?: Person | null
  from?: Person | null
  people?: Person[]
  due?: string | null
  published?: boolean
}

// The places of an article: a draft of Emil's, one that Emil handed in, one that Nora edits, and one that she gave back.
export const MINE: Start = { owner: 'emil', state: 'draft' }
export const HANDED_IN: Start = { owner: 'emil', state: 'handed_in', from: 'emil' }
export const IN_EDIT: Start = { owner: 'emil', state: 'in_edit', next: 'nora', from: 'emil' }
export const BACK_WITH_AUTHOR: Start = { owner: 'emil', state: 'in_edit', next: 'emil', from: 'nora' }

export interface Step {
  to: Person | null
  state: WorkflowState
  sentence?: string
  due?: string | null
  /** The one that is stored, unless another one is given. */
  version?: string | null
}

/** The actions of colleagues on articles, each as a request to the database. */
export interface Newsroom {
  ids: Record<Person, string>
  /** Everybody has their role again, and nothing else is there. */
  reset(): Promise<void>
  /** Runs `work` like a request of a person, in one transaction. */
  as<T>(name: Person, work: (sql: Session) => Promise<T>): Promise<T>
  /** An article with the title Chips that is somewhere on its way. */
  article(start?: Start): Promise<string>
  versionOf(id: string): Promise<string | null>
  handOver(name: Person, id: string, step: Step): Promise<HandoverAnswer>
}

export function openNewsroom(sql: Sql): Newsroom {
  const ids = Object.fromEntries(NAMES.map((name) => [name, randomUUID()])) as Record<Person, string>
  const idOf = (name: Person | null) => name && ids[name]

  const as: Newsroom['as'] = async (name, work) => {
    const session = randomUUID()
    await sql`insert into auth.sessions (id, user_id) values (${session}, ${ids[name]})`
    return asPerson(sql, { id: ids[name], session }, work)
  }

  const versionOf = async (id: string) => {
    const [row] = await sql<{ at: string }[]>`
      select updated_at::text as at from public.article_workflow where article_id = ${id}`
    return row?.at ?? null
  }

  return {
    ids,
    as,
    versionOf,

    async reset() {
      for (const name of NAMES) {
        await sql`
          insert into auth.users (id, email) values (${ids[name]}, ${`${name}@example.org`}) on conflict do nothing`
        const role = ROLES[name]
        const languages = role === 'translator' ? ['de'] : []
        if (role)
          await sql`
            insert into public.user_roles (user_id, role, languages) values (${ids[name]}, ${role}, ${languages})
            on conflict (user_id) do update set role = excluded.role, languages = excluded.languages`
      }
      await sql`update public.profiles set wants_mails = true, language = 'en', display_name = null`
      await emptyTables(
        sql,
        'public.articles, public.article_trash, public.article_workflow, public.article_people, public.handovers, public.audit_log, private.work_notices',
      )
    },

    async article({
      state = 'draft',
      owner = 'emil',
      next = null,
      from = null,
      people = [],
      due = null,
      published = false,
    } = {}) {
      const id = randomUUID()
      await sql`
        insert into public.articles (id, slug, title, excerpt, content, category, published)
        values (${id}, ${`chips-${id}`}, 'Chips', 'Excerpt', 'Text', 'tech', ${published})`
      await sql`
        insert into public.article_workflow (article_id, owner, state, next_person, next_from, due_on)
        values (${id}, ${idOf(owner)}, ${state}, ${idOf(next)}, ${idOf(from)}, ${due})`
      for (const name of people)
        await sql`insert into public.article_people (article_id, user_id) values (${id}, ${ids[name]})`
      return id
    },

    async handOver(name, id, { to, state, sentence = 'Please read it', due = null, version: named }) {
      const version = named === undefined ? await versionOf(id) : named
      const [row] = await as(
        name,
        (request) => request<{ answer: HandoverAnswer }[]>`
          select public.hand_over(${id}, ${idOf(to)}, ${state}, ${sentence}, ${due}, ${version}) as answer`,
      )
      if (!row) throw new Error('The function has returned nothing')
      return row.answer
    },
  }
}
