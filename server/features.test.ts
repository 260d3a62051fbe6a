import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { TOKEN_SCOPES, type TokenScope, withImpliedScopes } from '#core/domain/access-token.ts'
import type { Membership } from '#core/domain/role.ts'
import { MAIL_WEBHOOKS } from '#server/features/newsletter/functions/mail-reports.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { FUNCTIONS } from '#server/features.ts'
import type { FunctionEntry } from '#server/supabase/functions/index.ts'
import { insertAccessToken } from '../tests/support/access-tokens.ts'
import { createAdministrator, createMember } from '../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../tests/support/app.ts'
import { WEBHOOK_SECRET } from '../tests/support/mail-reports.ts'
import { mintToken } from '../tests/support/mint-token.ts'
import { connectTo } from '../tests/support/raw-connection.ts'
import { TEST_SECRETS } from '../tests/support/test-settings.ts'

/** People of the desk, by their role; `sender` and `reader` are for the newsletter, with one permission each. */
const PEOPLE = {
  administrator: { role: 'admin', languages: [], permissions: [] },
  editor: { role: 'editor', languages: [], permissions: [] },
  author: { role: 'author', languages: [], permissions: [] },
  translator: { role: 'translator', languages: ['fr'], permissions: ['publish'] },
  newsletter: { role: 'newsletter', languages: [], permissions: [] },
  sender: { role: 'newsletter', languages: [], permissions: ['send'] },
  reader: { role: 'newsletter', languages: [], permissions: ['addresses'] },
} as const satisfies Record<string, Membership>
type Person = keyof typeof PEOPLE
type Caller = 'anonymous' | 'user' | Person | 'program' | TokenScope

/** The table is written by hand, so that a guard, a limit or a method that was lost fails the test. */
const FOR_ANYONE: Record<string, 'GET' | 'POST'> = {
  'rss-feed': 'GET',
  'read-mail-transport': 'GET',
  'count-proxies': 'GET',
  'send-confirmation-email': 'POST',
  ...Object.fromEntries(Object.keys(MAIL_WEBHOOKS).map((name) => [name, 'POST' as const])),
  'download-backup': 'POST',
  'download-export': 'POST',
}
const FOR_PROGRAMS: Record<string, 'GET' | 'POST'> = { 'report-bounce': 'POST' }
/** Those that people may call, and access tokens of one scope. */
const FOR_TOKENS: Record<string, { method: 'GET' | 'POST'; scope: TokenScope }> = {
  'check-links': { method: 'POST', scope: 'drafts' },
  'copy-picture': { method: 'POST', scope: 'drafts' },
  'judge-article': { method: 'POST', scope: 'drafts' },
  'translate-article': { method: 'POST', scope: 'translate' },
  'queue-translations': { method: 'POST', scope: 'translate' },
  'read-translation-review': { method: 'POST', scope: 'translate' },
  'import-subscribers': { method: 'POST', scope: 'subscribers' },
  'export-subscribers': { method: 'GET', scope: 'subscribers' },
  'add-subscriber': { method: 'POST', scope: 'subscribers' },
}
const EDITORS: Person[] = ['administrator', 'editor']
const TRANSLATORS: Person[] = [...EDITORS, 'translator']
const MAKERS: Person[] = [...EDITORS, 'newsletter', 'sender', 'reader']
const ONLY_TRANSLATORS = 'Only editors and translators can do this.'
const ONLY_MAKERS = 'Only editors and people of the newsletter can do this.'
const MAY_NOT_SEND = 'You may not approve or send newsletters. An administrator can allow it.'
const NO_ADDRESSES = 'You may not see the addresses of subscribers. An administrator can allow it.'
/**
 * The people who may call functions that are not only for administrators, and the refusals for others, without the role or the permission.
 */
const BY_PEOPLE: Record<string, { people: Person[]; refusal: string; makersAreTold?: string }> = {
  'read-desk': { people: Object.keys(PEOPLE) as Person[], refusal: 'Only people of the desk can do this.' },
  'read-setting-defaults': {
    people: Object.keys(PEOPLE) as Person[],
    refusal: 'Only people of the desk can do this.',
  },
  'read-ai-model': {
    people: Object.keys(PEOPLE) as Person[],
    refusal: 'Only people of the desk can do this.',
  },
  'check-links': {
    people: [...TRANSLATORS, 'author'],
    refusal: 'Only editors, authors and translators can do this.',
  },
  'copy-picture': { people: [...EDITORS, 'author'], refusal: 'Only editors and authors can do this.' },
  'export-article-record': { people: EDITORS, refusal: 'Only editors can do this.' },
  'retranslate-articles': { people: EDITORS, refusal: 'Only editors can do this.' },
  'find-affected-translations': { people: EDITORS, refusal: 'Only editors can do this.' },
  'add-news-feed': { people: EDITORS, refusal: 'Only editors can do this.' },
  'request-news-feed': { people: EDITORS, refusal: 'Only editors can do this.' },
  'import-news-feeds': { people: EDITORS, refusal: 'Only editors can do this.' },
  'export-news-feeds': { people: EDITORS, refusal: 'Only editors can do this.' },
  'translate-article': { people: TRANSLATORS, refusal: ONLY_TRANSLATORS },
  'queue-translations': { people: TRANSLATORS, refusal: ONLY_TRANSLATORS },
  'read-translation-review': { people: TRANSLATORS, refusal: ONLY_TRANSLATORS },
  'save-translation-review': { people: TRANSLATORS, refusal: ONLY_TRANSLATORS },
  'ask-translation-segment': { people: TRANSLATORS, refusal: ONLY_TRANSLATORS },
  'add-source-address': { people: EDITORS, refusal: 'Only editors can do this.' },
  'open-news-item': { people: EDITORS, refusal: 'Only editors can do this.' },
  'add-source-text': { people: EDITORS, refusal: 'Only editors can do this.' },
  'read-article-sources': {
    people: Object.keys(PEOPLE) as Person[],
    refusal: 'Only people of the desk can do this.',
  },
  'draft-article': { people: EDITORS, refusal: 'Only editors can do this.' },
  'question-draft': { people: EDITORS, refusal: 'Only editors can do this.' },
  'add-article-sources': { people: EDITORS, refusal: 'Only editors can do this.' },
  'judge-article': { people: [...EDITORS, 'author'], refusal: 'Only editors and authors can do this.' },
  'create-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'generate-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'redo-newsletter-item': { people: MAKERS, refusal: ONLY_MAKERS },
  'translate-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'review-newsletter-edition': { people: MAKERS, refusal: ONLY_MAKERS },
  'preview-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'check-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'rehearse-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'read-newsletter-progress': { people: MAKERS, refusal: ONLY_MAKERS },
  'send-newsletter': { people: MAKERS, refusal: ONLY_MAKERS },
  'approve-newsletter': {
    people: ['administrator', 'sender'],
    refusal: ONLY_MAKERS,
    makersAreTold: MAY_NOT_SEND,
  },
  'reopen-newsletter': {
    people: ['administrator', 'sender'],
    refusal: ONLY_MAKERS,
    makersAreTold: MAY_NOT_SEND,
  },
  'cancel-newsletter': {
    people: ['administrator', 'sender'],
    refusal: ONLY_MAKERS,
    makersAreTold: MAY_NOT_SEND,
  },
  'control-newsletter': {
    people: ['administrator', 'sender'],
    refusal: ONLY_MAKERS,
    makersAreTold: MAY_NOT_SEND,
  },
  'add-subscriber': {
    people: ['administrator', 'reader'],
    refusal: ONLY_MAKERS,
    makersAreTold: NO_ADDRESSES,
  },
  'send-confirmation-again': {
    people: ['administrator', 'reader'],
    refusal: ONLY_MAKERS,
    makersAreTold: NO_ADDRESSES,
  },
  'export-subscribers': {
    people: ['administrator', 'reader'],
    refusal: ONLY_MAKERS,
    makersAreTold: NO_ADDRESSES,
  },
  'undo-bounce': {
    people: ['administrator', 'reader'],
    refusal: ONLY_MAKERS,
    makersAreTold: NO_ADDRESSES,
  },
  'read-subscriber': {
    people: ['administrator', 'reader'],
    refusal: ONLY_MAKERS,
    makersAreTold: NO_ADDRESSES,
  },
}
/** Those that no access token may call. */
const READ_BY_PEOPLE = [
  'read-demo',
  'read-desk',
  'read-system',
  'read-backups',
  'list-imports',
  'check-system',
  'read-setting-defaults',
  'read-statements',
  'read-words',
  'read-ai-model',
  'read-mail-settings',
  'export-article-record',
  'export-audit-log',
  'export-news-feeds',
]
const CALLED_BY_PEOPLE = [
  ...['invite-member', 'check-mail-domain', 'save-ai-model', 'test-ai-connection', 'make-access-token'],
  ...['save-mail-settings', 'test-mail-settings', 'test-mail-reports'],
  ...['save-webhook', 'renew-webhook-secret', 'test-webhook', 'resend-webhook-delivery'],
  ...['start-backup', 'save-backup-schedule', 'open-backup-download', 'open-export-download'],
  ...[
    'begin-import',
    'read-import',
    'find-import',
    'run-import',
    'stop-import',
    'undo-import',
    'remove-import',
  ],
  ...['remove-demo', 'store-look-file', 'retry-job', 'dismiss-job'],
  ...['retranslate-articles', 'find-affected-translations'],
  ...['add-news-feed', 'request-news-feed', 'import-news-feeds'],
  ...['save-translation-review', 'ask-translation-segment'],
  ...['add-source-address', 'open-news-item', 'add-source-text'],
  ...['draft-article', 'question-draft', 'add-article-sources', 'read-article-sources'],
  ...['create-newsletter', 'generate-newsletter', 'redo-newsletter-item', 'translate-newsletter'],
  ...['review-newsletter-edition', 'preview-newsletter', 'check-newsletter', 'rehearse-newsletter'],
  ...['approve-newsletter', 'reopen-newsletter', 'cancel-newsletter', 'send-newsletter'],
  ...['control-newsletter', 'read-newsletter-progress'],
  ...['send-confirmation-again', 'read-subscriber', 'erase-subscriber', 'undo-bounce'],
]
const UNLIMITED = [
  'rss-feed',
  'read-mail-transport',
  'report-bounce',
  'count-proxies',
  'read-desk',
  'read-backups',
  'read-setting-defaults',
  'read-statements',
  'read-words',
  'read-ai-model',
  'read-mail-settings',
  'export-article-record',
]
/** Signed, or with a token in their body. */
const ANY_TYPE = [...Object.keys(MAIL_WEBHOOKS), 'download-backup', 'download-export']
const OTHER_TYPES: Record<string, string> = {
  'report-bounce': 'message/rfc822',
  'store-look-file': 'application/octet-stream',
  'import-subscribers': 'text/csv',
  'import-news-feeds': 'text/x-opml',
}

const names = [
  ...Object.keys(FOR_ANYONE),
  ...Object.keys(FOR_PROGRAMS),
  ...Object.keys(FOR_TOKENS),
  ...READ_BY_PEOPLE,
  ...CALLED_BY_PEOPLE,
]
const entries = Object.entries<FunctionEntry<FunctionDeps>>(FUNCTIONS)
const posts = names.filter((name) => methodOf(name) === 'POST')

function methodOf(name: string): 'GET' | 'POST' {
  return (
    FOR_ANYONE[name] ??
    FOR_PROGRAMS[name] ??
    FOR_TOKENS[name]?.method ??
    (READ_BY_PEOPLE.includes(name) ? 'GET' : 'POST')
  )
}

let app: TestApp
let tokens: Record<Caller, Record<string, string>>
beforeAll(async () => {
  app = await startTestApp({ resendWebhookSecret: WEBHOOK_SECRET })
  const { sql } = app.database
  await createAdministrator(sql, 'reader@example.org', 'a reader without a role')
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = 'reader@example.org')`
  const tokenOf = async (email: string) => ({ authorization: `Bearer ${await mintToken(sql, email)}` })
  tokens = {
    anonymous: {},
    user: await tokenOf('reader@example.org'),
    ...Object.fromEntries(
      await Promise.all(
        Object.entries(PEOPLE).map(async ([who, membership]) => {
          const email = who === 'administrator' ? ADMIN.email : `${who}@example.net`
          if (who !== 'administrator')
            await createMember(sql, { email, password: 'correct horse battery', ...membership })
          return [who, await tokenOf(email)]
        }),
      ),
    ),
    program: { apikey: TEST_SECRETS.secretKey },
    ...Object.fromEntries(
      await Promise.all(
        TOKEN_SCOPES.map(async (scope) => [
          scope,
          { authorization: `Bearer ${await insertAccessToken(sql, { scopes: [scope] })}` },
        ]),
      ),
    ),
  } as typeof tokens
})
afterAll(() => app.stop())

async function call(name: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}/functions/v1/${name}`, { method: methodOf(name), ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}
const sentence = (error: string) => JSON.stringify({ error })

function mayCall(name: string): Caller[] {
  if (name in FOR_PROGRAMS) return ['program']
  const everybody = Object.keys(PEOPLE) as Person[]
  if (name in FOR_ANYONE) return ['anonymous', 'user', ...everybody, 'program', ...TOKEN_SCOPES]
  const scope = FOR_TOKENS[name]?.scope
  const withToken = TOKEN_SCOPES.filter((held) => scope && withImpliedScopes([held]).includes(scope))
  return [...(BY_PEOPLE[name]?.people ?? (['administrator'] as const)), ...withToken]
}

/** The callers that are tested. A function for anybody is limited by address, so one access token stands for all, and one person. */
const callersOf = (name: string) =>
  (Object.keys(tokens) as Caller[]).filter(
    (who) =>
      !(name in FOR_ANYONE) ||
      who === 'read' ||
      who === 'administrator' ||
      !(who in PEOPLE || TOKEN_SCOPES.some((scope) => scope === who)),
  )

/** Tells with which status other calls are refused. */
const statusFor = (name: string, who: Caller) =>
  who !== 'anonymous' && who !== 'program' && !(name in FOR_PROGRAMS) ? 403 : 401
const refusalFor = (name: string, who: Caller) => {
  const { refusal = 'Only administrators can do this.', makersAreTold = refusal } = BY_PEOPLE[name] ?? {}
  if (who === 'user' || who in PEOPLE) return MAKERS.some((one) => one === who) ? makersAreTold : refusal
  const scope = FOR_TOKENS[name]?.scope
  return scope
    ? `This needs an access token with the scope ${scope}.`
    : 'This is for people who are signed in, and not for access tokens.'
}
const typeOf = (name: string) => OTHER_TYPES[name] ?? 'application/json'

test('the table has the functions that are listed here', () => {
  expect(Object.keys(FUNCTIONS).toSorted()).toEqual(names.toSorted())
  expect(entries.filter(([, { limit }]) => limit === null).map(([name]) => name)).toEqual(
    expect.arrayContaining(UNLIMITED),
  )
  expect(entries.filter(([, { limit }]) => limit === null)).toHaveLength(UNLIMITED.length)
})

describe.each(names)('%s', (name) => {
  const method = methodOf(name)

  test('is called with one method', async () => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (one) => one !== method,
    )) {
      const { status, headers, text } = await call(name, {
        method: other,
        headers: tokens.administrator,
      })
      expect([other, status, headers.get('allow')]).toEqual([
        other,
        405,
        method === 'GET' ? 'GET, HEAD' : 'POST',
      ])
      expect(text).toBe(sentence(`Call this function with ${method}.`))
    }
    const { status } = await call(name, { method: 'HEAD' })
    expect(status).toBe(method === 'POST' ? 405 : name in FOR_ANYONE ? 200 : 401)
  })

  test.each(['cross-site', 'same-site'])('takes no POST of a %s page', async (site) => {
    // One caller of each kind: this is rejected before the caller is identified.
    for (const who of ['anonymous', 'administrator', 'program', 'read'] as const) {
      const headers = { ...tokens[who], 'sec-fetch-site': site }
      const refused = await call(name, { method: 'POST', headers })
      expect([refused.status, refused.text]).toEqual([
        403,
        sentence('This request was sent from another site.'),
      ])
    }
  })

  test('is only for those who may call it', async () => {
    for (const who of callersOf(name)) {
      const { status, headers, text } = await call(name, { headers: tokens[who] })
      if (name === 'resend-webhook')
        expect([status, text]).toEqual([401, expect.stringContaining('not signed by Resend')])
      else if (name in MAIL_WEBHOOKS)
        expect([status, text]).toEqual([503, expect.stringContaining('not set up')])
      else if (mayCall(name).includes(who)) expect([200, 400, 422]).toContain(status)
      else {
        expect([who, status]).toEqual([who, statusFor(name, who)])
        expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
        if (status === 403) expect(text).toBe(sentence(refusalFor(name, who)))
      }
    }
  })

  test('refuses a bearer token that is not ours', async () => {
    const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJldmUifQ.' }
    const { status, text } = await call(name, { headers })
    expect([status, text]).toEqual([401, sentence('invalid JWT')])
  })
})

test.each(posts.filter((name) => !ANY_TYPE.includes(name)))(
  '%s takes a type that no form can send',
  async (name) => {
    const type = typeOf(name)
    const types = name === 'import-subscribers' ? `${type} or application/zip` : type
    const [who = 'anonymous'] = mayCall(name)
    for (const sent of ['text/plain', 'application/x-www-form-urlencoded', `${type}x`]) {
      const headers = { ...tokens[who], 'content-type': sent }
      const { status, text } = await call(name, { headers, body: '{}' })
      expect([status, text]).toEqual([415, sentence(`Send the request as ${types}.`)])
    }
  },
)

// The importer counts the bytes of its file as they arrive (`read-lines.test.ts`).
test.each(posts.filter((name) => name !== 'import-subscribers'))(
  '%s refuses a body that is too large, before it has arrived',
  async (name) => {
    const { bodyLimit } = entries.find(([one]) => one === name)?.[1] ?? { bodyLimit: 0 }
    for (const who of callersOf(name)) {
      const { socket, receives } = await connectTo(app.url)
      onTestFinished(() => socket.destroy() && undefined)
      const length = String(bodyLimit + 1)
      const headers = { host: 'x', ...tokens[who], 'content-type': typeOf(name), 'content-length': length }
      const lines = Object.entries(headers).map((header) => `${header.join(': ')}\r\n`)
      socket.write(`POST /functions/v1/${name} HTTP/1.1\r\n${lines.join('')}\r\n`)
      const status = mayCall(name).includes(who) ? 413 : statusFor(name, who)
      await receives(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  },
)

test('the guide documents which bodies may be larger than 10 kB', async () => {
  const guide = await readFile('docs/self-hosting/limits.md', 'utf8')
  const [, larger = ''] = /^\| request body \|.* 10 kB to functions and pages \((.*)\) \|$/m.exec(guide) ?? []
  const named = Object.keys(MAIL_WEBHOOKS).map((name) => `\`${name}\``)
  const whole = larger.replace('the webhooks of mail providers', named.join(', '))
  const documented = [...whole.matchAll(/(\d+) (kB|MB) to ((?:(?:, | and )?`[a-z-]+`)+)/g)].flatMap(
    ([, size, unit, functions = '']) =>
      [...functions.matchAll(/[a-z-]+(?=`)/g)].map(([name]) => [
        name,
        Number(size) * (unit === 'MB' ? 1024 * 1024 : 1024),
      ]),
  )
  const allowed = entries.flatMap(([name, { bodyLimit }]) =>
    bodyLimit > 10 * 1024 ? [[name, bodyLimit]] : [],
  )
  expect(documented.toSorted()).toEqual(allowed.toSorted())
})

test.each(['', 'send-newsletters', 'send-confirmation-email/more', 'more/send-newsletter', '__proto__'])(
  '%j is no function',
  async (path) => {
    const { status, text } = await call(path, { method: 'POST', headers: tokens.administrator })
    expect([status, text]).toEqual([404, sentence('There is no such function.')])
  },
)

test('a broken service says so in one sentence, without its reasons', async () => {
  const { sql } = app.database
  await sql`alter function private.spend_send_ticket rename to out_of_order`
  onTestFinished(async () => {
    await sql`alter function private.out_of_order rename to spend_send_ticket`
  })
  const { status, text } = await call('send-confirmation-email', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', confirmationToken: 'x' }),
  })
  expect([status, text]).toEqual([
    500,
    sentence('Something went wrong on our side. Please try again in a moment.'),
  ])
})
