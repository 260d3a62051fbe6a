import * as z from 'zod'
import type { UpdateState } from '#core/domain/system.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { networkFailure, readBounded } from '#server/platform/provider-response.ts'
import { defineScheduledJob } from '#server/platform/queue/job.ts'
import type { PlatformServices } from '#server/platform/services.ts'
import { RELEASE } from '#server/platform/version.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024

const NUMBERS = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-[\w.-]{1,30})?$/
const version = z
  .string()
  .regex(NUMBERS)
  .transform((text) => text.replace(/^v/, ''))
const link = z
  // Encodes what a text in PostgreSQL may not contain.
  .url({ protocol: /^https?$/, normalize: true })
  .max(500)
  .nullish()
  .transform((url) => url ?? null)

/** A file of our own, or GitHub's response about the latest release of a repository. */
const answer = z.union([
  z.object({ version, changelog: link }),
  z
    .object({ tag_name: version, html_url: link })
    .transform(({ tag_name, html_url }) => ({ version: tag_name, changelog: html_url })),
])

type LatestVersion = z.output<typeof answer> | { problem: string }

/** Asks an address for the latest version, once, without identifying the site. */
export async function askForVersion(address: string): Promise<LatestVersion> {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', 'user-agent': 'AI Watch' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { problem: `It answered ${response.status}.` }
    }
    const text = await readBounded(response, MAX_BYTES)
    if (text === null) return { problem: `Its answer is longer than ${MAX_BYTES / 1024} kB.` }
    return answer.safeParse(parseJson(text)).data ?? { problem: 'Its answer names no version.' }
  } catch (error) {
    return { problem: `It cannot be reached: ${networkFailure(error)}.` }
  }
}

/** Reads the result of the last check for a newer version. */
export async function readUpdateState(sql: Session, address: string | undefined): Promise<UpdateState> {
  const unknown = { asked_at: null, version: null, changelog: null, problem: null }
  if (address === undefined) return { is_allowed: false, ...unknown }
  const [row] = await sql<(Omit<UpdateState, 'is_allowed' | 'asked_at'> & { asked_at: Date })[]>`
    select asked_at, version, changelog, problem from private.update_checks`
  if (!row) return { is_allowed: true, ...unknown }
  const isNewer = row.version !== null && isNewerVersion(row.version, RELEASE)
  return {
    is_allowed: true,
    asked_at: row.asked_at.toISOString(),
    version: isNewer ? row.version : null,
    changelog: isNewer ? row.changelog : null,
    problem: row.problem,
  }
}

/** Compares the three numbers; a pre-release, as 2.0.0-beta.1, is older than its release. */
export function isNewerVersion(one: string, other: string): boolean {
  const numbers = (text: string) => (NUMBERS.exec(text)?.slice(1) ?? []).map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  const difference = a.map((number, index) => number - (b[index] ?? 0)).find((step) => step !== 0)
  return difference === undefined ? !one.includes('-') && other.includes('-') : difference > 0
}

export const checkForUpdateJob = defineScheduledJob('check-for-update')

/**
 * Asks for the latest version, at most once a day for all processes together, and only where the operator names an address. It is noted
 * before it asks, so that nothing asks twice.
 */
export async function checkForUpdate({
  sql,
  updateCheckUrl,
}: Pick<PlatformServices, 'sql' | 'updateCheckUrl'>): Promise<void> {
  if (updateCheckUrl === undefined) return
  const [mayAsk] = await sql`
    insert into private.update_checks as last default values
    on conflict (is_only) do update set asked_at = now() where last.asked_at <= now() - interval '1 day'
    returning asked_at`
  if (!mayAsk) return
  const latest = await askForVersion(updateCheckUrl)
  // After a failed request, the known version stays.
  if ('problem' in latest) await sql`update private.update_checks set problem = ${latest.problem}`
  else
    await sql`
      update private.update_checks
      set version = ${latest.version}, changelog = ${latest.changelog}, problem = null`
}
