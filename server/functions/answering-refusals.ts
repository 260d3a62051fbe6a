import type { Context } from 'hono'
import { ComposeRefusal, type ComposeRefusalCode } from '#server/newsletter/compose/compose-refusal.ts'

const STATUSES: Record<ComposeRefusalCode, 404 | 409> = {
  not_found: 404,
  not_draft: 409,
  no_articles: 409,
  no_english: 409,
  under_way: 409,
  changed: 409,
}

/** Answers what is expected to go wrong, with `success` as the specification has it. */
export async function answeringRefusals(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    c.header('cache-control', 'no-store')
    return await work()
  } catch (error) {
    if (!(error instanceof ComposeRefusal)) throw error
    const { code, message } = error
    return c.json({ success: false, error: message, code }, STATUSES[code])
  }
}

/** The caller, as columns have it. */
export const actorOf = (claims: { sub?: unknown }): string | null =>
  typeof claims.sub === 'string' ? claims.sub : null
