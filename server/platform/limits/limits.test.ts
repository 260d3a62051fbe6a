import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  GUESSES_FROM_UNKNOWN_ADDRESSES,
  KNOWN_ADDRESSES,
  LIMITS,
  type Limit,
  type LimitName,
} from '#server/platform/limits/limits.ts'

/** The name of each limit in the guide. */
const ROWS: Record<LimitName, string> = {
  'sign-in': 'sign-in',
  guess: 'wrong passwords',
  'password-change': 'changes of a password, right or wrong',
  refresh: 'session refresh',
  'recovery-mail': 'links mailed for a forgotten password or to sign in',
  recovery: 'asking for such mails',
  verify: 'links of mails, opened',
  'factor-code': 'codes of a second factor',
  'factor-code-day': 'codes of a second factor',
  'wrong-codes-notice': 'notice that wrong codes were entered',
  'factor-changes': 'changes of second factors',
  'link-check': 'checks of the links of a text',
  'picture-copy': 'copies of pictures of other servers',
  'page-opening': 'pages of other publications that are opened or added',
  'source-text': 'texts that are added as sources',
  'mail-domain-check': 'checks of the domain from which mail comes',
  invitation: 'invitations',
  'mail-change': 'changes of mail settings',
  'mail-test': 'tests of mail settings',
  demo: 'looks at the demo, and its removal',
  system: 'looks at the system, and failed jobs that are tried again or dismissed',
  'system-check': 'checks of the system',
  'model-change': 'changes of the language model',
  'model-test': 'tests of the language model',
  translation: 'requests for translations',
  'translation-renewal': 'retranslations of an article',
  review: 'reviews of translations, read or saved',
  'segment-question': 'requests for one text of a translation',
  'affected-translations': 'searches for translations that a term of the glossary affects',
  'source-reading': 'looks at what an article rests on',
  judgement: 'judgements of an article',
  drafting: 'drafts from sources, and second opinions',
  'source-adding': 'sources that are added to articles',
  'newsletter-composing': 'newsletter issues, made, composed or translated',
  'newsletter-item': 'summaries of a newsletter written again, and editions marked as reviewed',
  'newsletter-preview': 'previews of a newsletter',
  'newsletter-click': 'clicks in newsletters that are counted',
  'newsletter-check': 'checks and approvals of an issue of the newsletter',
  'newsletter-rehearsal': 'trial runs of an issue of the newsletter',
  'newsletter-approval': 'issues of the newsletter that are reopened or cancelled',
  newsletter: 'newsletters and tests that are sent, paused or resumed',
  'newsletter-progress': 'questions how far the sending of a newsletter is',
  'subscriber-import': 'imports of subscribers, tried or done',
  'subscriber-record': 'exports of subscribers, and reading or erasing one',
  'news-feed': 'feeds of the newsroom that are added or asked by hand',
  'news-feed-list': 'lists of feeds that are imported or exported',
  backup: 'backups that are asked for',
  'backup-schedule': 'changes of the time of the daily backup',
  'backup-download': 'downloads of backups and exports that are asked for',
  'backup-token': 'downloads of backups and exports that are begun',
  'audit-export': 'exports of the audit log',
  token: 'requests with an access token',
  'token-making': 'access tokens that are made',
  assistant: 'messages of assistants (`/mcp`)',
  'assistant-draft': 'drafts that assistants write or change',
  auth: 'other auth routes',
  subscribe: 'newsletter sign-up',
  'confirmation-mail': 'confirmation mail',
  import: 'imports that are begun, read, started, stopped, undone or removed',
  'import-reading': 'readings of imports',
  'webhook-change': 'changes of webhooks',
  'social-inbox': 'messages of the social web that arrive',
  'social-server': 'messages of one server of the social web',
  'social-domain': 'servers below one domain that follow for the first time',
  'social-new-server': 'servers that follow for the first time',
  'social-reading': 'readings of the social web',
  'webhook-sending': 'tests of webhooks, and deliveries that are sent again',
  'subscriber-adding': 'subscribers that are added one by one',
  'sign-up-mail': 'confirmation mail',
  'subscription-change': 'changes of a subscription by a mailed link, but leaving',
  'subscriber-mail': 'mails that subscribers ask for by such a link, of each kind',
  'forged-webhook': 'events of providers without a right signature',
  'translation-report': 'mistakes that readers report in translations',
  upload: 'uploads',
  storage: 'other requests about stored files, but reading them',
  render: 'images in sizes that are made for a request',
  data: 'requests to `/rest/v1` without a session',
  search: 'search in whole articles',
  'search-typing': 'other spellings and forms while a reader types',
  figure: 'number of subscribers',
  realtime: 'connections for live updates that are opened',
  broadcast: 'broadcasts by HTTP',
  preview: 'drafts opened by a link',
  calendar: 'calendars for programs',
  'feed-subscription': 'subscriptions to feeds at the hub (`/websub`)',
  'one-calendar': 'calendars for programs',
  recording: 'recordings of articles, whole or in parts',
}

const guide = await readFile('docs/self-hosting/limits.md', 'utf8')
const rows = new Map(
  [...guide.matchAll(/^\| (.+?) \| (.+) \|$/gm)].flatMap(([, what = '', limit]) =>
    what.split(' · ').map((name) => [name, limit] as const),
  ),
)

const hours = (seconds: number) => `${seconds / 3600} hour${seconds > 3600 ? 's' : ''}`
const period = (seconds: number) => (seconds < 3600 ? `${seconds / 60} minutes` : hours(seconds))

test.each(Object.entries<Limit>(LIMITS))('the guide documents the limit %s', (name, limit) => {
  const { points, seconds, per, wide, where } = limit
  const documented = rows.get(ROWS[name as LimitName])
  const sentence = `${points} in ${period(seconds)} per ${per}${wide ? `, ${wide} per IPv6 /48` : ''}`
  expect(documented).toContain(sentence)
  expect(documented?.includes('by each process')).toBe(where === 'memory')
})

test('the guide documents how long unknown addresses are locked out, and how long addresses are known', () => {
  const { free, longestDelaySeconds, forgetAfterSeconds } = GUESSES_FROM_UNKNOWN_ADDRESSES
  expect([longestDelaySeconds, forgetAfterSeconds]).toEqual([15 * 60, 24 * 3600])
  expect(rows.get('wrong passwords for one account from addresses that it never signed in from')).toContain(
    `${free}; after that each one locks it for such addresses for 2, 4, 8 … seconds, at most 15 minutes, until a day without guesses`,
  )
  expect(rows.get('addresses that an account signed in from')).toBe(
    `remembered for ${KNOWN_ADDRESSES.days} days, ${KNOWN_ADDRESSES.perAccount} per account`,
  )
})
