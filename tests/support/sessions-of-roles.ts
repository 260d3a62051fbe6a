import { randomUUID } from 'node:crypto'
import type { Role } from '#core/domain/role.ts'
import type { Sql } from '#server/platform/database/connection.ts'

export interface Person {
  id: string
  session: string
}

/** Somebody with a role and a session, in a database without a server. */
export async function addPerson(
  sql: Sql,
  { name, role, languages = [] }: { name: string; role: Role; languages?: string[] },
): Promise<Person> {
  const person = { id: randomUUID(), session: randomUUID() }
  await sql`insert into auth.users (id, email) values (${person.id}, ${`${name}@example.org`})`
  await sql`insert into public.user_roles (user_id, role, languages) values (${person.id}, ${role}, ${languages})`
  await sql`insert into auth.sessions (id, user_id, aal) values (${person.session}, ${person.id}, 'aal1')`
  return person
}

/** Does something in a transaction with the rights of a person, as a request of theirs has them; for null, of nobody. */
export function asPerson<Result>(
  sql: Sql,
  person: Person | null,
  work: (transaction: Sql) => Promise<Result>,
): Promise<Result> {
  return sql.transaction(async (transaction) => {
    const claims = person && {
      sub: person.id,
      session_id: person.session,
      role: 'authenticated',
      aal: 'aal1',
    }
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims ?? {})}, true)`
    await transaction`set local role authenticated`
    return work(transaction as Sql)
  })
}
