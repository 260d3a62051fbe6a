import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { longestTurnOf, proseMs } from './turn-meter.ts'

/**
 * The longest turn, as a multiple of the time for 78 kB of prose: some 160 ms where nobody else uses the machine. A megabyte takes thirteen
 * times as long, and with less than this, collecting memory would count as work on a text.
 */
const MOST = 8

/** A text that is refused, such as for what it lacks, has been worked through as well. */
export const OR_REFUSED = [200, 400, 409, 413, 422]

/** A site on which an administrator calls functions with long texts, with an issue of a newsletter. */
export interface LongTexts {
  app: TestApp
  issueId: string
  call: (name: string, body: object | string, options?: CallOptions) => Promise<Response>
}

interface CallOptions {
  type?: string
  /** The statuses with which it has worked. */
  statuses?: number[]
}

export async function openLongTexts(options?: Parameters<typeof startTestApp>[0]): Promise<LongTexts> {
  const app = await startTestApp(options)
  const admin = await app.administrator()
  const session = (await admin.auth.getSession()).data.session?.access_token
  const issueId = randomUUID()
  const { sql } = app.database
  await sql`insert into public.newsletter_issues (id) values (${issueId})`
  await sql`
    insert into public.newsletter_editions (issue_id, language, subject, introduction, origin)
    values (${issueId}, 'en', 'Stored', 'Stored words.', 'rules')`
  return {
    app,
    issueId,
    async call(name, body, { type = 'application/json', statuses = [200] } = {}) {
      const response = await fetch(`${app.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${session}` },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const answer = new Response(await response.arrayBuffer(), response)
      expect(statuses, name).toContain(response.status)
      return answer
    },
  }
}

/**
 * Expects that no turn is long while some work is done. If one was, it is measured twice more, since memory is collected at any time: on
 * another text, because what is known of one is remembered.
 */
export async function expectShortTurns(
  work: () => Promise<unknown>,
  storeAnother: () => Promise<unknown>,
): Promise<void> {
  const turns: number[] = []
  while (turns.length < 3) {
    const { milliseconds } = await longestTurnOf(work)
    const turn = milliseconds / proseMs()
    if (turn <= MOST) return
    turns.push(turn)
    await storeAnother()
  }
  expect(turns, 'turns in times of 78 kB of prose').toEqual([])
}
