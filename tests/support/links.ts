import type { Sql } from '#server/platform/database/connection.ts'
import { untilJobsAreDone } from './jobs.ts'

/** Subjects and texts of the mails to an address, the latest last. */
export async function mailsTo(sql: Sql, email: string): Promise<{ subject: string; text: string }[]> {
  await untilJobsAreDone(sql)
  return sql<{ subject: string; text: string }[]>`
    select subject, body_text as text from public.outbox_mails where recipient = ${email} order by id`
}

/** The token in the latest link that was mailed to an address; empty when there is none. */
export async function mailedToken(sql: Sql, email: string): Promise<string> {
  const links = (await mailsTo(sql, email)).flatMap(({ text }) => text.match(/token_hash=[\w-]+/g) ?? [])
  return links.at(-1)?.replace('token_hash=', '') ?? ''
}

/** Makes mailed links, and the password resets that they allow, so many minutes older. */
export async function letLinksAge(sql: Sql, minutes: number): Promise<void> {
  await sql`update auth.one_time_tokens set created_at = created_at - make_interval(mins => ${minutes})`
  await sql`update auth.password_resets set expires_at = expires_at - make_interval(mins => ${minutes})`
}
