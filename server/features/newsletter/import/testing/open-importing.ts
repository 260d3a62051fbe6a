import { randomUUID } from 'node:crypto'
import type { ImportReport, QuestionAnswer } from '#core/domain/subscriber-import.ts'
import { importSubscribers } from '#server/features/newsletter/import/import-subscribers.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'

export const ACTOR = randomUUID()
interface ImportOptions {
  dryRun?: boolean
  name?: string
  everybodyLeft?: boolean
  answers?: ReadonlyMap<string, QuestionAnswer>
}

export const SOURCE = 'Mailchimp export, double opt-in'

const NAMES =
  'ada grace emmy both silent bounced complained customer stays left removed spammy pending disabled blocked deleted gone'.split(
    ' ',
  )

/** A database into which files are imported. */
export async function openImporting() {
  const database = await createTestDatabase()
  const { sql } = database

  /** Null while another import is under way. */
  function attempt(file: string | Buffer, options: ImportOptions = {}): Promise<ImportReport | null> {
    const body = chunksOf(Buffer.from(file))
    return importSubscribers(sql, { body, source: SOURCE, dryRun: false, actor: ACTOR, ...options })
  }

  return {
    database,
    attempt,
    async run(file: string | Buffer, options: ImportOptions = {}): Promise<ImportReport> {
      const report = await attempt(file, options)
      if (!report) throw new Error('Another import is under way')
      return report
    },
    stored: async () => [...(await sql`select * from public.newsletter_subscribers order by email`)],
    /** The addresses of the exports that are blocked, and why. */
    async suppressed(): Promise<Record<string, string>> {
      const rows = await sql<{ address: string; reason: string }[]>`
        select address, reason from private.suppressed_addresses
        join unnest(${NAMES.map((name) => `${name}@example.org`)}::text[]) as address on private.sha256_hex(address) = address_hash`
      const [{ count }] = await sql<
        [{ count: number }]
      >`select count(*)::int as count from private.suppressed_addresses`
      if (count !== rows.length) throw new Error('An address is blocked that no export has')
      return Object.fromEntries(rows.map(({ address, reason }) => [address, reason]))
    },
    /** Removes what a test has left. */
    async reset(): Promise<void> {
      await emptyTables(
        sql,
        'public.newsletter_subscribers, private.suppressed_addresses, public.audit_log, public.newsletter_issues',
      )
    },
    stop: () => database.drop(),
  }
}

export async function* chunksOf(file: Buffer) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536)
}

/** Exports of other programs, made by hand after their formats (`programs.ts`). All of them have `stays@example.org`, who is a subscriber. */

/** An export with CR LF, labels and tiers in one cell, a note of two lines with an address, and the guard against formulas. */
export const GHOST = [
  'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
  '6001,stays@example.org,Ada,"Met in Rome,\nada@work.example",true,false,cus_1,2023-04-05T06:07:08.000Z,,"VIP,Rome",Gold',
  "6002,'=formula@example.org,'=1+2,,true,true,,2023-04-06T00:00:00.000Z,,,",
  '6003,left@example.org,,,false,false,,2023-04-07T00:00:00.000Z,,,',
  '6004,deleted@example.org,,,true,false,,2023-04-08T00:00:00.000Z,2024-01-01T00:00:00.000Z,,',
].join('\r\n')

/** `email_list.….csv`: `active_subscription` is about payment, and says nothing of the newsletter. */
export const SUBSTACK = [
  'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at',
  'stays@example.org,false,,other,false,2024-01-15T10:00:00.000Z,',
  'paid@example.org,true,2026-12-01T00:00:00.000Z,yearly,false,2024-02-01T10:00:00.000Z,2024-02-01T10:00:00.000Z',
  'left@example.org,false,,other,true,2024-03-01T10:00:00.000Z,',
].join('\n')

/** The export of the subscribers page; `Cancel date` is that of a payment. */
export const SUBSTACK_PAGE = [
  'Email,Name,Stripe plan,Cancel date,Start date,Paid upgrade date,Type,Subscription source (free),Revenue',
  'stays@example.org,Ada,,,2024-01-15T10:00:00.000000000+00:00,,Free,direct,$0.00',
  'paid@example.org,Grace,Yearly,2025-01-01T00:00:00.000Z,2024-02-01T10:00:00.000Z,2024-02-01T10:00:00.000Z,Free,,$50.00',
].join('\n')

const MAILCHIMP_REST = 'LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION'
const mailchimp = (special: string, rows: readonly string[]) =>
  [
    `"Email Address","First Name","Last Name",Email,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,${MAILCHIMP_REST},${special},LEID,EUID,NOTES,TAGS`,
    ...rows,
  ].join('\n')

/** The four files of an audience; a field of the audience is called like the address. */
export const MAILCHIMP = {
  subscribed: mailchimp('LAST_CHANGED', [
    'stays@example.org,Ada,"Lovelace, Countess",,5,"2024-01-01 09:00:00",192.0.2.10,"2024-01-01 09:05:00",2001:db8::1,0,0,1,1,Europe/Berlin,DE,BE,"2024-01-02 10:00:00",1,a1,"2024-02-02 note:\nask ada@work.example","""VIP"",""Blog"""',
    'both@example.org,Grace,,,2,,,"2024-01-03 09:05:00",127.0.0.1,,,,,,,,"2024-01-02 10:00:00",2,a2,,',
  ]),
  unsubscribed: mailchimp(
    'UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER',
    [
      'Both@Example.org,Grace,,,2,,,,,,,,,,,,"2024-02-03 10:00:00",Issue,c1,NORMAL,,2,a2,,',
      'complained@example.org,,,,2,,,,,,,,,,,,"2024-02-03 10:00:00",Issue,c1,"SPAM: the emails are spam",,3,a3,,',
      'silent@example.org,,,,2,,,,,,,,,,,,,,,,,4,a4,,',
    ],
  ),
  cleaned: mailchimp('CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID', [
    'bounced@example.org,,,,1,,,,,,,,,,,,"2024-03-04 10:00:00",Issue,c1,5,a5,,',
  ]),
  nonsubscribed: mailchimp('LAST_CHANGED', [
    'customer@example.org,,,,1,,,,,,,,,,,,"2024-03-04 10:00:00",6,a6,,',
  ]),
}

export const mailchimpName = (standing: string) => `${standing}_email_audience_export_0a1b2c.csv`

export const mailchimpZip = (
  order: readonly (keyof typeof MAILCHIMP)[] = ['subscribed', 'unsubscribed', 'cleaned', 'nonsubscribed'],
) =>
  writeZip([
    ...order.map((standing) => ({
      path: `audience_export_0a1b2c/${mailchimpName(standing)}`,
      content: MAILCHIMP[standing],
    })),
    { path: 'audience_export_0a1b2c/granular_activity.csv', content: 'a,b\n1,2\n' },
  ])

/** The types of `enums.json`, and those that its documentation has since. */
export const BUTTONDOWN = [
  'id,email_address,creation_date,type,source,tags,notes,metadata,ip_address,unsubscription_date,undeliverability_date,churn_date',
  'sub_1,stays@example.org,2022-08-24T14:15:22.123456Z,regular,organic,"a,b","a\nb@c.example","{""lang"": ""fr-FR"", ""__proto__"": {""x"": 1}}",198.51.100.7,,,',
  'sub_2,churned@example.org,2022-08-25T14:15:22Z,churned,import,,,{},,,,2024-01-01T00:00:00Z',
  'sub_3,pending@example.org,2022-08-26T14:15:22Z,unactivated,organic,,,{},,,,',
  'sub_4,left@example.org,2022-08-27T14:15:22Z,unsubscribed,organic,,,{},,2024-01-01T00:00:00Z,,',
  'sub_5,removed@example.org,2022-08-27T14:15:22Z,removed,organic,,,{},,,,',
  'sub_6,spammy@example.org,2022-08-27T14:15:22Z,spammy,organic,,,{},,,,',
  'sub_7,bounced@example.org,2022-08-27T14:15:22Z,undeliverable,organic,,,{},,,2024-01-01T00:00:00Z,',
  'sub_8,complained@example.org,2022-08-27T14:15:22Z,complained,organic,,,{},,,,',
].join('\n')

/** CSV and times in the form in which Go writes them. */
export const LISTMONK = [
  'uuid,email,name,attributes,status,created_at,updated_at',
  '11111111-1111-4111-8111-111111111111,stays@example.org,Ada,"{""city"": ""Bengaluru"", ""language"": ""it""}",enabled,2023-05-06 07:08:09.123456 +0530 IST,2023-05-06 07:08:09 +0530 IST',
  '22222222-2222-4222-8222-222222222222,plain@example.org,,{},enabled,2023-05-07 00:00:00 +0000 UTC,2023-05-07 00:00:00 +0000 UTC',
  '33333333-3333-4333-8333-333333333333,disabled@example.org,,{},disabled,2023-05-07 00:00:00 +0000 +0000,2023-05-07 00:00:00 +0000 +0000',
  '44444444-4444-4444-8444-444444444444,blocked@example.org,,not json,blocklisted,2023-05-07 00:00:00 +0000 UTC,2023-05-07 00:00:00 +0000 UTC',
].join('\n')
