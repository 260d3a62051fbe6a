import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BUTTONDOWN,
  GHOST,
  LISTMONK,
  MAILCHIMP,
  mailchimpName,
  mailchimpZip,
  openImporting,
  SOURCE,
  SUBSTACK,
  SUBSTACK_PAGE,
} from '#server/features/newsletter/import/testing/open-importing.ts'

const importing = await openImporting()
const { database, run, stored, suppressed } = importing
const { sql } = database
afterAll(() => importing.stop())
beforeEach(() => importing.reset())

const people = async () => (await stored()).map(({ email }) => email)
const outOf = (report: { problems: { kind: string; value: string }[] }) =>
  report.problems.map(({ kind, value }) => `${value}: ${kind}`)
const consentOf = async (email: string) => {
  const [row] = await sql`
    select language, consent from public.newsletter_subscribers
    join private.newsletter_consents on subscriber_id = id where email = ${email}`
  return row
}

test('Ghost: members who get no newsletter or were deleted stay out, notes and tiers are ignored', async () => {
  const report = await run(GHOST)
  expect(report).toMatchObject({ program: 'ghost', lines: 4, added: 2, skipped: 2, blocked: 2 })
  expect(report.columns).toEqual({
    read: ['email', 'subscribed_to_emails', 'created_at', 'deleted_at'],
    ignored: [
      { name: 'id', values: ['6001', '6002', '6003'] },
      { name: 'name', values: ['Ada', "'=1+2"] },
      { name: 'note', values: ['Met in Rome, ada@work.example'] },
      { name: 'complimentary_plan', values: ['false', 'true'] },
      { name: 'stripe_customer_id', values: ['cus_1'] },
      { name: 'labels', values: ['VIP,Rome'] },
      { name: 'tiers', values: ['Gold'] },
    ],
    more: 0,
  })
  expect(await people()).toEqual(['=formula@example.org', 'stays@example.org'])
  expect(outOf(report)).toEqual(['left@example.org: left_elsewhere', 'deleted@example.org: left_elsewhere'])
  expect(await consentOf('stays@example.org')).toMatchObject({
    consent: { source: SOURCE, program: 'ghost', at: '2023-04-05T06:07:08+00:00' },
  })
})

test.each([
  ['the list of the export', SUBSTACK, 1],
  ['the page of subscribers', SUBSTACK_PAGE, 0],
])(
  'Substack, %s: who pays nothing or has cancelled a payment is a subscriber all the same',
  async (_, file, left) => {
    expect(await run(file)).toMatchObject({ program: 'substack', added: 2, skipped: left, blocked: left })
    expect(await people()).toEqual(['paid@example.org', 'stays@example.org'])
    const [row] =
      await sql`select subscribed_at from public.newsletter_subscribers where email = 'stays@example.org'`
    expect(row).toEqual({ subscribed_at: new Date('2024-01-15T10:00:00Z') })
  },
)

describe('Mailchimp', () => {
  const OUT = {
    'both@example.org': 'unsubscribed',
    'silent@example.org': 'unsubscribed',
    'bounced@example.org': 'bounced',
    'complained@example.org': 'complained',
  }

  test('the zip of an audience: who unsubscribed in one file is no subscriber, and the consent is kept', async () => {
    const zip = mailchimpZip()
    const dry = await run(zip, { dryRun: true })
    expect([await stored(), await suppressed()]).toEqual([[], {}])
    const report = await run(zip)
    expect(report).toEqual({ ...dry, dryRun: false })
    expect(report).toMatchObject({
      program: 'mailchimp',
      lines: 7,
      added: 1,
      skipped: 6,
      blocked: 4,
      ended: 0,
    })
    expect(report.files).toEqual(
      ['cleaned', 'nonsubscribed', 'subscribed', 'unsubscribed'].map(mailchimpName),
    )
    expect(report.counts).toEqual([
      { kind: 'left_elsewhere', lines: 3 },
      { kind: 'bounced_elsewhere', lines: 1 },
      { kind: 'nonsubscribed_elsewhere', lines: 1 },
      { kind: 'complained_elsewhere', lines: 1 },
    ])
    expect(report.problems[2]).toEqual({
      file: mailchimpName('subscribed'),
      line: 4,
      kind: 'left_elsewhere',
      value: 'both@example.org',
    })
    expect(report.columns.ignored.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Email', 'NOTES', 'TAGS', 'MEMBER_RATING']),
    )
    expect(await people()).toEqual(['stays@example.org'])
    expect(await suppressed()).toEqual(OUT)
    expect(await consentOf('stays@example.org')).toMatchObject({
      consent: {
        program: 'mailchimp',
        at: '2024-01-01T09:00:00+00:00',
        ip: '192.0.2.10',
        confirmed_at: '2024-01-01T09:05:00+00:00',
        confirmed_ip: '2001:db8::1',
      },
    })
  })

  const kinds = ['subscribed', 'unsubscribed', 'cleaned', 'nonsubscribed'] as const
  test.each([
    ['in their order', kinds],
    ['in reverse', kinds.toReversed()],
  ])('its files one after the other, %s: the result is the same', async (_, order) => {
    for (const kind of order) {
      const report = await run(MAILCHIMP[kind], { name: mailchimpName(kind) })
      expect(report).toMatchObject({ program: 'mailchimp', files: [] })
    }
    const active = await sql`select email from public.newsletter_subscribers where is_active`
    expect([...active]).toEqual([{ email: 'stays@example.org' }])
    // The row of a subscriber who was imported first, and has left since, needs no hash.
    const rows = await sql<{ email: string; left_reason: string }[]>`
      select email, left_reason from public.newsletter_subscribers where not is_active`
    const left = Object.fromEntries(rows.map(({ email, left_reason }) => [email, left_reason]))
    expect({ ...left, ...(await suppressed()) }).toEqual(OUT)
  })

  test('a second import changes nothing', async () => {
    await run(mailchimpZip())
    const before = [
      await stored(),
      await sql`select * from private.suppressed_addresses order by address_hash`,
    ]
    const again = await run(mailchimpZip())
    expect(again).toMatchObject({ added: 0, already: 1, blocked: 0, ended: 0, staying: 0 })
    expect([
      await stored(),
      await sql`select * from private.suppressed_addresses order by address_hash`,
    ]).toEqual(before)
  })
})

test('Buttondown: each type, the language among the metadata, and the network address of the sign-up', async () => {
  const report = await run(BUTTONDOWN)
  expect(report).toMatchObject({ program: 'buttondown', added: 2, skipped: 6, blocked: 5 })
  expect(outOf(report)).toEqual([
    'pending@example.org: unconfirmed_elsewhere',
    'left@example.org: left_elsewhere',
    'removed@example.org: left_elsewhere',
    'spammy@example.org: left_elsewhere',
    'bounced@example.org: bounced_elsewhere',
    'complained@example.org: complained_elsewhere',
  ])
  expect(await people()).toEqual(['churned@example.org', 'stays@example.org'])
  expect(await consentOf('stays@example.org')).toMatchObject({
    language: 'fr',
    consent: { ip: '198.51.100.7' },
  })
})

test('listmonk: disabled and blocklisted ones stay out, and times are those of Go', async () => {
  const report = await run(LISTMONK)
  expect(report).toMatchObject({ program: 'listmonk', added: 2, skipped: 2, blocked: 2 })
  expect(report.counts).toEqual([{ kind: 'left_elsewhere', lines: 2 }])
  const [row] = await sql`
    select language, subscribed_at from public.newsletter_subscribers where email = 'stays@example.org'`
  expect(row).toEqual({ language: 'it', subscribed_at: new Date('2023-05-06T01:38:09Z') })
})

test('a file of people who have left blocks all of them, also those who are called subscribers', async () => {
  const report = await run(LISTMONK, { everybodyLeft: true })
  expect(report).toMatchObject({ added: 0, skipped: 4, blocked: 4 })
  expect(await stored()).toEqual([])
  expect(await run(LISTMONK)).toMatchObject({ added: 0, skipped: 4, blocked: 0 })
})

test('what AI Watch exports keeps the reason for which somebody left', async () => {
  const report = await run(
    [
      'email,language,subscribed_at,confirmed,confirmed_at,active,left_at,left_reason',
      'stays@example.org,pt,2024-01-01T00:00:00Z,true,2024-01-02T00:00:00Z,true,,',
      'pending@example.org,en,2024-01-01T00:00:00Z,false,,true,,',
      'gone@example.org,en,2024-01-01T00:00:00Z,true,2024-01-02T00:00:00Z,false,2024-02-01T00:00:00Z,complained',
    ].join('\n'),
  )
  expect(report).toMatchObject({ program: 'ai_watch', added: 1, skipped: 2, blocked: 1 })
  expect(await suppressed()).toEqual({ 'gone@example.org': 'complained' })
})

test('what AI Watch exports neither brings in nor blocks whoever was not reached', async () => {
  const header = 'email,language,subscribed_at,confirmed,confirmed_at,active,left_at,left_reason'
  const left = 'en,2024-01-01T00:00:00Z,true,2024-01-02T00:00:00Z,false,2024-02-01T00:00:00Z'
  const file = `${header}\nsilent@example.org,${left},undelivered\n`
  expect(await run(file)).toMatchObject({ program: 'ai_watch', added: 0, skipped: 1, blocked: 0 })
  expect(await suppressed()).toEqual({})
  expect(await run(`${file}silent@example.org,${left},unsubscribed\n`)).toMatchObject({ blocked: 1 })
})

test('what AI Watch exports keeps the sections that somebody has chosen where they exist, and says where not', async () => {
  const { problems } = await run(
    [
      'email,language,subscribed_at,confirmed,confirmed_at,active,left_at,left_reason,sections',
      'some@example.org,en,2024-01-01T00:00:00Z,true,2024-01-02T00:00:00Z,true,,,tech cooking opinion',
      'all@example.org,en,2024-01-01T00:00:00Z,true,2024-01-02T00:00:00Z,true,,,',
      'none@example.org,en,2024-01-01T00:00:00Z,true,2024-01-02T00:00:00Z,true,,,cooking <script>',
    ].join('\n'),
  )
  expect(await sql`select email, sections from public.newsletter_subscribers order by email`).toEqual([
    { email: 'all@example.org', sections: null },
    { email: 'none@example.org', sections: null },
    { email: 'some@example.org', sections: ['opinion', 'tech'] },
  ])
  expect(problems).toEqual([
    { line: 2, kind: 'sections', value: 'tech cooking opinion' },
    { line: 4, kind: 'sections', value: 'cooking <script>' },
  ])
})

test.each([
  ['little end first', Buffer.from(`\uFEFF${SUBSTACK}`, 'utf16le')],
  ['little end first, without a mark', Buffer.from(SUBSTACK, 'utf16le')],
  ['big end first', Buffer.from(`\uFEFF${SUBSTACK}`, 'utf16le').swap16()],
  ['big end first, without a mark', Buffer.from(SUBSTACK, 'utf16le').swap16()],
])('a file in UTF-16, %s', async (_, file) => {
  expect(await run(file)).toMatchObject({ program: 'substack', lines: 3, added: 2 })
})

test('a file that a spreadsheet saved with semicolons is recognised as well', async () => {
  const file = `\uFEFF${SUBSTACK.replaceAll(',', ';').replaceAll('T10:00:00.000Z', '').replaceAll('-', '/')}`
  expect(await run(file)).toMatchObject({ program: 'substack', added: 2, skipped: 1 })
})
