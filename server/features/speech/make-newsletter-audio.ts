import type { NewsletterMessage } from '#core/domain/newsletter-issue.ts'
import { askForSounds } from '#server/features/speech/ask-for-sounds.ts'
import type { SpeechDeps } from '#server/features/speech/make-article-audio.ts'
import { storeRecording } from '#server/features/speech/recording.ts'
import {
  BUDGET_WAIT_MINUTES,
  CLAIM_MINUTES,
  LONGEST_WAIT_MINUTES,
  MAX_FAILURES,
} from '#server/features/speech/speech-tasks.ts'
import { problemOfParts, spokenIssueParts } from '#server/features/speech/spoken-parts.ts'
import { ModelError } from '#server/platform/ai/model-error.ts'
import { spokenBy } from '#server/platform/ai/speech-model.ts'
import { type Mp3Frames, readMp3Frames, UnusableAudio } from '#server/platform/audio/mp3-frames.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/** A message of an issue that is to be read aloud. */
type NewsletterRecording = Pick<NewsletterMessage, 'language' | 'subject' | 'preheader' | 'content'> & {
  id: string
  issueId: string
}

/**
 * Makes the recording of every message of an issue that waits for it, from what was sealed: nothing is composed for it. Safe to repeat after
 * an interruption, as that of articles.
 */
export async function makeNewsletterAudio(deps: SpeechDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await deps.ai.speechOf())) {
    const recording = await claimRecording(deps.sql)
    if (!recording) return
    try {
      await makeOne(deps, recording, signal)
    } catch (error) {
      if (!(await settleFailure(deps, recording, error))) throw error
    } finally {
      await releaseRecording(deps.sql, recording.id)
    }
  }
}

async function makeOne(deps: SpeechDeps, recording: NewsletterRecording, signal: AbortSignal): Promise<void> {
  const { sql, ai } = deps
  const { id, issueId, language } = recording
  const connection = await ai.speechOf()
  if (!connection) return
  const voice = spokenBy(connection, language)
  const place = 'server/features/speech/spoken-parts.ts#spokenIssueParts'
  const { subject, preheader, content } = recording
  const parts = await offTurn(place, spokenIssueParts, { subject, preheader, content, language }, voice)
  const problem = problemOfParts(parts, 'issue')
  if (problem) return postponeRecording(sql, id, { problem, kind: 'final' })
  const sounds = await askForSounds(ai, {
    parts,
    voice,
    language,
    caller: id,
    signal,
    sounds: await readMadeParts(deps, recording),
    keep: async ({ hash }, { bytes }) => {
      await sql`
        insert into private.newsletter_audio_parts (issue_id, language, hash, audio)
        select id, ${language}, ${hash}, ${Buffer.from(bytes)} from public.newsletter_issues where id = ${issueId}
        on conflict do nothing`
      return keepRecordingClaim(sql, id)
    },
  })
  const spoken = {
    id,
    title: recording.subject,
    language,
    statement: 'audio.issueStatement',
    parts,
    sounds,
    voice,
  } as const
  await storeRecording(deps, spoken, async (transaction, stored) => {
    // A message that has been replaced meanwhile has no such row any more.
    const made = await transaction`
      update private.newsletter_audio set made_at = now(), problem = null, model = ${voice.model}, voice = ${voice.voice},
        seconds = ${stored.seconds}, bytes = ${stored.bytes}, parts = ${JSON.stringify(stored.parts)}::jsonb
      where id = ${id} and made_at is null returning id`
    if (made.length === 0) return false
    await transaction`
      delete from private.newsletter_audio_parts where issue_id = ${issueId} and language = ${language}`
    return true
  })
}

async function readMadeParts(
  { sql }: SpeechDeps,
  { issueId, language }: NewsletterRecording,
): Promise<Map<string, Mp3Frames>> {
  const rows = await sql<{ hash: string; audio: Buffer }[]>`
    select hash, audio from private.newsletter_audio_parts where issue_id = ${issueId} and language = ${language}`
  return new Map(rows.map(({ hash, audio }) => [hash, readMp3Frames(audio)]))
}

/** Tells whether the failure was one of those that are expected. */
async function settleFailure(
  { sql, log }: SpeechDeps,
  { id, issueId, language }: NewsletterRecording,
  error: unknown,
): Promise<boolean> {
  if (error instanceof UnusableAudio) {
    // The server has begun to send another kind of sound, so that nothing of the old kind can be used.
    await sql`delete from private.newsletter_audio_parts where issue_id = ${issueId} and language = ${language}`
    await postponeRecording(sql, id, {
      problem: `The sounds cannot be joined: ${error.message}`,
      kind: 'failure',
    })
    return true
  }
  if (!(error instanceof ModelError)) {
    const problem = 'The server had a problem of its own. Its log says more.'
    await postponeRecording(sql, id, { problem, kind: 'failure' })
    return false
  }
  if (error.code === 'aborted') return true
  const kind = error.code === 'paused_by_budget' ? 'budget' : 'failure'
  if (kind === 'failure')
    log.warn(`The issue ${issueId} could not be read aloud in ${language}: ${error.message}`)
  await postponeRecording(sql, id, { problem: error.message, kind })
  return true
}

/** Claims the recording that has waited longest; null when nothing is due. */
async function claimRecording(sql: Session): Promise<NewsletterRecording | null> {
  const [recording] = await sql<NewsletterRecording[]>`
    with claimed as (
      update private.newsletter_audio set claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES})
      where id = (
        select id from private.newsletter_audio where made_at is null and due_at <= now() and claimed_until < now()
        order by due_at limit 1 for update skip locked)
      returning id, issue_id, language)
    select id, claimed.issue_id as "issueId", language, subject, preheader, content
    from claimed join public.newsletter_messages using (issue_id, language)`
  return recording ?? null
}

/** Keeps a claim while the work goes on; false when the message has been replaced, so that it would be for nothing. */
async function keepRecordingClaim(sql: Session, id: string): Promise<boolean> {
  const kept = await sql`
    update private.newsletter_audio set claimed_until = now() + make_interval(mins => ${CLAIM_MINUTES}) where id = ${id} returning id`
  return kept.length > 0
}

async function releaseRecording(sql: Session, id: string): Promise<void> {
  await sql`update private.newsletter_audio set claimed_until = '-infinity' where id = ${id}`
}

/** Stores why there is no recording yet, and when it is tried again, as for articles: a missing budget is no failure. */
async function postponeRecording(
  sql: Session,
  id: string,
  { problem, kind }: { problem: string; kind: 'budget' | 'failure' | 'final' },
): Promise<void> {
  await sql`
    update private.newsletter_audio set problem = left(${problem}, 500), failures = failures + ${kind === 'budget' ? 0 : 1},
      due_at = case
        when ${kind === 'budget'} then now() + make_interval(mins => ${BUDGET_WAIT_MINUTES})
        when ${kind === 'final'} or failures + 1 >= ${MAX_FAILURES} then 'infinity'
        else now() + make_interval(mins => least(power(2, failures)::integer, ${LONGEST_WAIT_MINUTES})) end
    where id = ${id} and made_at is null`
}
