import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  GUESSES_FROM_UNKNOWN_ADDRESSES,
  KNOWN_ADDRESSES,
  LIMITS,
  type Limit,
  type LimitName,
} from '#server/limits/limits.ts'

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
  invitation: 'invitations',
  'model-change': 'changes of the language model',
  'model-test': 'tests of the language model',
  translation: 'requests for translations',
  review: 'reviews of translations, read or saved',
  'segment-question': 'requests for one text of a translation',
  auth: 'other auth routes',
  subscribe: 'newsletter sign-up',
  'confirmation-mail': 'confirmation mail',
  'translation-report': 'mistakes that readers report in translations',
  upload: 'uploads',
  storage: 'other requests about stored files, but reading them',
  render: 'images in sizes that are made for a request',
  search: 'search in whole articles',
  figure: 'number of subscribers',
  realtime: 'connections for live updates that are opened',
  broadcast: 'broadcasts by HTTP',
  preview: 'drafts opened by a link',
}

const guide = await readFile('docs/self-hosting.md', 'utf8')
const rows = new Map([...guide.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, what, limit]) => [what, limit]))

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
