import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { csvLine } from '#core/csv.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import {
  CONSENT_SOURCE_MAX_LENGTH,
  MAX_QUESTIONS,
  QUESTION_ANSWERS,
  type QuestionAnswer,
} from '#core/domain/subscriber-import.ts'
import { type SubscriberFilter, subscriberFilter } from '#core/domain/subscriber-input.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'
import { importSubscribers as importFile } from '#server/features/newsletter/import/import-subscribers.ts'
import { SUBSCRIBER_COLUMNS } from '#server/features/newsletter/import/programs.ts'
import { UnreadableFile } from '#server/features/newsletter/import/read-rows.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { respondWithKeepAlive } from '#server/platform/http/keep-alive-response.ts'
import { actAs, answer, refuse, type UserCall, withBody, withQuery } from '#server/supabase/functions/call.ts'
import { csvFile } from '#server/supabase/functions/csv-file.ts'

const input = z.strictObject({ id: z.uuid() })
const MALFORMED = 'Send the id of one subscriber as id.'
const GONE = 'There is no such subscriber.'

/** Exports all data of a subscriber, and records that in the audit log. */
export const readSubscriber = withBody(
  input,
  MALFORMED,
  async ({ sql, siteUrl }: Pick<FunctionDeps, 'sql' | 'siteUrl'>, { id }, { claims }) => {
    const record = await sql.transaction(async (transaction) => {
      await actAs(transaction, claims)
      const [row] = await transaction<[{ record: SubscriberRecord | null }]>`
        select public.find_subscriber(${id}) as record`
      if (row.record)
        await transaction`
          select private.record_act('subscribers', 'read_subscriber', 'saved what is known of a subscriber as a file',
            p_subject_id => ${id})`
      return row.record
    })
    if (!record) return refuse(404, GONE)
    return answer({ site: siteUrl, exported_at: new Date().toISOString(), ...record })
  },
)

/** Erases a subscriber everywhere; only a hash of the address remains. */
export const eraseSubscriber = withBody(
  input,
  MALFORMED,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { id }, { claims }) => {
    const isErased = await sql.transaction(async (transaction) => {
      await actAs(transaction, claims)
      const [row] = await transaction<[{ erased: boolean }]>`select private.erase_subscriber(${id}) as erased`
      return row.erased
    })
    return isErased ? answer({ success: true }) : refuse(404, GONE)
  },
)

/** Rows that are read into memory at a time. */
const BATCH = 2_000

/**
 * `?search=…&status=…&activity=…&language=…&left=…`: the subscribers that a list shows as a CSV file. `import-subscribers` reads it.
 */
export const exportSubscribers = withQuery(
  subscriberFilter,
  'Subscribers cannot be filtered by this.',
  async ({ sql }: Pick<FunctionDeps, 'sql'>, filter, { claims }) => {
    const { search, ...filters } = filter
    // The search term is not logged, because it may be an address.
    const noted = JSON.stringify({ ...filters, searched: search.trim() !== '' })
    await sql.transaction(async (transaction) => {
      await actAs(transaction, claims)
      await transaction`
        select private.record_act('subscribers', 'export_subscribers', 'exported subscribers', p_details => ${noted}::jsonb)`
    })
    let after: string | undefined = ''
    return csvFile('subscribers.csv', SUBSCRIBER_COLUMNS, async () => {
      if (after === undefined) return ''
      const rows: NewsletterSubscriber[] = await readBatch(sql, claims, filter, after)
      after = rows.length < BATCH ? undefined : rows.at(-1)?.email.toLowerCase()
      return rows.map(lineOf).join('')
    })
  },
)

/** Fails, which cuts the file off, when the caller may not read subscribers any more. */
function readBatch(
  sql: Sql,
  claims: UserCall['claims'],
  { search, status, activity, language, left }: SubscriberFilter,
  after: string,
): Promise<NewsletterSubscriber[]> {
  return sql.transaction(async (transaction) => {
    await actAs(transaction, claims)
    const [allowed] = await transaction<[{ may: boolean }]>`select private.may('subscribers') as may`
    if (!allowed.may) throw new Error('The caller may not export subscribers any more.')
    return transaction`
    select email, language, confirmed, is_active, left_reason, sections,
      to_char(subscribed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as subscribed_at,
      to_char(confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as confirmed_at,
      to_char(left_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as left_at
    from private.subscribers_after(${after}, ${search}, ${status}, ${activity}, ${language}, ${left}, ${BATCH})`
  })
}

function lineOf(row: NewsletterSubscriber): string {
  return csvLine([
    row.email,
    row.language,
    row.subscribed_at,
    String(row.confirmed),
    row.confirmed_at ?? '',
    String(row.is_active),
    row.left_at ?? '',
    row.left_reason ?? '',
    row.sections?.join(' ') ?? '',
  ])
}

/** After this time the response starts before the import has ended. */
const RESPOND_AFTER_MS = 10_000

const ANSWER = `[\\w-]{12}:(?:${QUESTION_ANSWERS.join('|')})`

const query = z.strictObject({
  // It is stored with the consent, and shown in one line.
  source: z
    .string()
    .trim()
    .min(1)
    .max(CONSENT_SOURCE_MAX_LENGTH)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
  dryRun: z.literal('1').optional(),
  // The names of Mailchimp's files say how everybody in them stands.
  name: z.string().max(255).optional(),
  everybodyLeft: z.literal('1').optional(),
  answers: z
    .string()
    .regex(new RegExp(`^${ANSWER}(?:,${ANSWER}){0,${MAX_QUESTIONS - 1}}$`))
    .optional(),
})

const readAnswers = (text: string | undefined): ReadonlyMap<string, QuestionAnswer> =>
  new Map(text?.split(',').map((answer) => answer.split(':') as [string, QuestionAnswer]))

/**
 * `?source=…&name=…&everybodyLeft=1&answers=KEY:ANSWER,…&dryRun=1`: imports the subscribers of a CSV file or of a zip of several, which is the body. The response
 * is an `ImportReport`.
 */
export const importSubscribers = withQuery(
  query,
  `Say where the consent comes from, as source: 1 to ${CONSENT_SOURCE_MAX_LENGTH} characters. The other parameters are the name of the file, everybodyLeft=1, dryRun=1 and, of the questions of a dry run, answers=KEY:${QUESTION_ANSWERS.join('|')} with commas between them.`,
  async ({ sql }: Pick<FunctionDeps, 'sql'>, asked, { userId, claims, demandAgain, request: { body } }) => {
    const { source, name, everybodyLeft, answers, dryRun } = asked
    if (!body) return refuse(400, 'Send the CSV file or the zip as the body of the request.')
    try {
      const staged = Promise.withResolvers<void>()
      const report = importFile(sql, {
        body,
        ...(name !== undefined && { name }),
        everybodyLeft: everybodyLeft === '1',
        answers: readAnswers(answers),
        source,
        dryRun: dryRun === '1',
        actor: userId,
        claims,
        demandAgain,
        onStaged: staged.resolve,
      })
      // Until the file has been read, the import may still be refused. Most imports end shortly after that.
      await Promise.race([report, staged.promise])
      const soon = await Promise.race([report, delay(RESPOND_AFTER_MS, 'not yet' as const, { ref: false })])
      if (soon === 'not yet') return respondWithKeepAlive(report)
      if (soon) return answer(soon)
      return refuse(409, 'Another import is under way. Please try again when it has ended.')
    } catch (error) {
      if (error instanceof UnreadableFile) return refuse(error.status, error.message)
      throw error
    }
  },
)
