import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { csvLine, unguarded } from '#core/csv.ts'
import { checkSubscriberEmail } from '#core/domain/subscriber.ts'
import { SUBSCRIBER_COLUMNS } from '#server/features/export/list-subscribers.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { OwnExport } from '#server/features/import/publication/own-export.ts'
import { language, moment } from '#server/features/import/publication/schemas.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { readRows, UnreadableFile } from '#server/features/newsletter/import/read-rows.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

const SUBSCRIBERS = 'subscribers.csv'
const SUPPRESSED = 'suppressed-addresses.csv'
const BATCH = 2_000
const REASONS_OF_BLOCKING = ['bounced', 'complained', 'erased', 'unsubscribed']
const REASONS_OF_LEAVING = ['unsubscribed', 'administrator', 'bounced', 'complained', 'undelivered']

/**
 * Stores who may never be mailed and who has left, and then imports the subscribers, as any list of them, where an export has them. Who
 * never confirmed is left out: nobody knows the link any more.
 */
export async function bringSubscribers(
  sql: Sql,
  own: OwnExport,
  { report, actor }: { report: Report; actor: string | null },
): Promise<void> {
  const notesOf = (file: string) => notesAt({ file, title: '', sourceId: '' }, report)
  const suppressed = own.files.get(SUPPRESSED)
  if (suppressed) await attempt(() => bringSuppressed(sql, suppressed), notesOf(SUPPRESSED).fail)
  const subscribers = own.files.get(SUBSCRIBERS)
  if (!subscribers) return
  const notes = notesOf(SUBSCRIBERS)
  await attempt(async () => {
    await bringLeavers(sql, subscribers)
    const source = `Export of ${own.siteUrl}`
    const body = present(subscribers, notes.info)
    const request = { body, source, dryRun: false, actor }
    const answer = await importSubscribers(sql, request).finally(() => body.destroy())
    if (!answer) return notes.fail('incomplete', 'another import of subscribers is under way', 'left-out')
    for (const { kind, lines } of answer.counts) notes.info('incomplete', `${kind}: ${lines}`, 'left-out')
    await keepMoments(sql, subscribers)
  }, notes.fail)
}

async function attempt(
  work: () => Promise<unknown>,
  fail: ReturnType<typeof notesAt>['fail'],
): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error
    // A file with its first line alone is a list of nobody.
    if (!/nothing else\.$/.test(error.message)) fail('unreadable', error.message, 'left-out')
  })
}

/** The list without those who have left, who are there as such, and those who never confirmed. */
function present(file: SourceFile, note: ReturnType<typeof notesAt>['info']): PassThrough {
  const list = new PassThrough()
  let pending = 0
  let at: number[] | null = null
  const copied = readRows(file.open(), async ({ cells }) => {
    const isHeader = at === null
    at ??= ['active', 'confirmed'].map((name) => cells.indexOf(name))
    const [active, confirmed] = at.map((index) => cells[index])
    if (!isHeader && (active === 'false' || confirmed === 'false')) {
      if (active !== 'false') pending++
      return
    }
    if (!list.write(csvLine(cells.map(unguarded))))
      await Promise.race([once(list, 'drain'), once(list, 'close')])
  })
  copied.then(
    () => {
      if (pending > 0) note('incomplete', `not confirmed: ${pending}`, 'left-out')
      list.end()
    },
    (error: Error) => list.destroy(error),
  )
  return list
}

/** Rows of a file as objects of its columns, some at a time. */
async function inBatches(
  file: SourceFile,
  columns: readonly string[],
  store: (rows: Record<string, string>[]) => Promise<void>,
): Promise<void> {
  let header: string[] | null = null
  let rows: Record<string, string>[] = []
  await readRows(file.open(), async ({ cells }) => {
    if (!header) {
      header = cells
      return
    }
    const at = (name: string) => cells[header?.indexOf(name) ?? -1] ?? ''
    rows.push(Object.fromEntries(columns.map((name) => [name, at(name)])))
    if (rows.length < BATCH) return
    await store(rows)
    rows = []
  })
  if (rows.length > 0) await store(rows)
}

const isMoment = (text = '') => moment.safeParse(text).success

function bringSuppressed(sql: Sql, file: SourceFile): Promise<void> {
  return inBatches(file, ['sha256', 'reason', 'suppressed_at'], async (rows) => {
    const valid = rows.filter(
      ({ sha256 = '', reason = '', suppressed_at }) =>
        /^[0-9a-f]{64}$/.test(sha256) && REASONS_OF_BLOCKING.includes(reason) && isMoment(suppressed_at),
    )
    await sql`
      insert into private.suppressed_addresses (address_hash, reason, suppressed_at)
      select sha256, reason, suppressed_at
      from jsonb_to_recordset(${JSON.stringify(valid)}::jsonb) as given (sha256 text, reason text, suppressed_at timestamptz)
      on conflict (address_hash) do nothing`
  })
}

function addressed(rows: Record<string, string>[]): Record<string, string>[] {
  return rows.flatMap((row) => {
    const checked = checkSubscriberEmail(unguarded(row.email ?? ''))
    if ('problem' in checked || !isMoment(row.subscribed_at) || !language.safeParse(row.language).success)
      return []
    return [{ ...row, email: checked.email.toLowerCase() }]
  })
}

/** Who has left stays out, also of a later import. */
function bringLeavers(sql: Sql, file: SourceFile): Promise<void> {
  return inBatches(file, SUBSCRIBER_COLUMNS, async (rows) => {
    const left = addressed(rows)
      .filter(({ active, left_at }) => active === 'false' && isMoment(left_at))
      .filter(({ left_reason = '' }) => REASONS_OF_LEAVING.includes(left_reason))
      .map((row) => ({ ...row, confirmed_at: isMoment(row.confirmed_at) ? row.confirmed_at : null }))
    if (left.length === 0) return
    await sql`
      insert into public.newsletter_subscribers (email, language, subscribed_at, confirmed, confirmed_at, is_active, left_at, left_reason,
        sections)
      select distinct on (email) email, language, subscribed_at, confirmed, confirmed_at, false, left_at, left_reason,
        private.present_sections(string_to_array(sections, ' '))
      from jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as given (email text, language text, subscribed_at timestamptz,
        confirmed boolean, confirmed_at timestamptz, left_at timestamptz, left_reason text, sections text)
      order by email
      on conflict (lower(email)) do nothing`
  })
}

/** The import of lists knows seconds. */
function keepMoments(sql: Sql, file: SourceFile): Promise<void> {
  return inBatches(file, SUBSCRIBER_COLUMNS, async (rows) => {
    const exact = addressed(rows).filter(
      ({ active, confirmed_at }) => active === 'true' && isMoment(confirmed_at),
    )
    await sql`
      update public.newsletter_subscribers as known
      set subscribed_at = given.subscribed_at, confirmed_at = given.confirmed_at
      from jsonb_to_recordset(${JSON.stringify(exact)}::jsonb) as given (email text, subscribed_at timestamptz, confirmed_at timestamptz)
      where lower(known.email) = given.email and (known.subscribed_at, known.confirmed_at)
          is distinct from (given.subscribed_at, given.confirmed_at)
        and date_trunc('second', known.subscribed_at) = date_trunc('second', given.subscribed_at)
        and date_trunc('second', known.confirmed_at) = date_trunc('second', given.confirmed_at)`
  })
}
