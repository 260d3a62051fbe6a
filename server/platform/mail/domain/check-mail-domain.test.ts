import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MailDomainCheck } from '#core/domain/mail.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { checkMailDomain } from '#server/platform/mail/domain/check-mail-domain.ts'
import { createTxtLookup, DnsUnavailableError } from '#server/platform/mail/domain/dns-records.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { createResendTransport } from '#server/platform/mail/transports/resend.ts'
import { startNameServer } from '../../../../tests/support/name-server.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64')

type Zone = Record<string, string[]>
type Transport = Pick<MailTransport, 'kind' | 'identity'>

const DOMAIN = 'news.watch.ch'
const smtp = (changes: Partial<Transport['identity']> = {}): Transport => ({
  kind: 'smtp',
  identity: {
    domain: DOMAIN,
    host: 'smtp.relay.ch',
    dkim: { domain: DOMAIN, selector: 'mail', publicKey: KEY },
    ...changes,
  },
})
const RESEND = createResendTransport({
  key: 're_key',
  baseUrl: 'https://api.resend.com',
  sender: createSender({ from: `news@${DOMAIN}`, siteUrl: 'https://watch.ch' }),
})
const GOOD: Zone = {
  [DOMAIN]: ['google-site-verification=x', 'v=spf1 include:_spf.relay.ch ip4:192.0.2.1 -all'],
  '_spf.relay.ch': ['v=spf1 a:smtp.relay.ch ~all'],
  [`mail._domainkey.${DOMAIN}`]: [`v=DKIM1; k=rsa; p=${KEY}`],
  [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@watch.ch'],
}

async function check(zone: Zone, transport = smtp()) {
  const asked: string[] = []
  const records = new Map(Object.entries(zone))
  const server = await startNameServer(
    () => [],
    (name) => {
      asked.push(name)
      return records.get(name) ?? []
    },
    (name) => records.get(name)?.length === 0,
  )
  const report = await checkMailDomain(transport, [server])
  const of = (wanted: MailDomainCheck) => report.findings.find((finding) => finding.check === wanted)
  return { report, of, asked }
}

test('a domain that is set up is right in everything', async () => {
  const { report, of } = await check(GOOD)
  expect(report.domain).toBe(DOMAIN)
  expect(report.findings.map(({ code }) => code)).toEqual(['spf_ok', 'dkim_ok', 'dmarc_ok', 'alignment_ok'])
  expect(of('spf')?.found).toEqual([GOOD[DOMAIN]?.[1]])
  expect(report.findings.every(({ state, publish }) => state === 'ok' && !publish)).toBe(true)
})

test('a domain without any record is told exactly what to publish', async () => {
  const { report } = await check({})
  expect(report.findings).toMatchObject([
    {
      code: 'spf_missing',
      state: 'problem',
      publish: { name: DOMAIN, value: 'v=spf1 a:smtp.relay.ch ~all' },
    },
    {
      code: 'dkim_missing',
      state: 'problem',
      publish: { name: `mail._domainkey.${DOMAIN}`, value: `v=DKIM1; k=rsa; p=${KEY}` },
    },
    {
      code: 'dmarc_missing',
      state: 'problem',
      publish: { name: `_dmarc.${DOMAIN}`, value: 'v=DMARC1; p=none' },
    },
    { code: 'alignment_fails', state: 'problem' },
  ])
})

test('for known relays the record is the one that they ask for', async () => {
  const { of } = await check({}, smtp({ host: 'email-smtp.eu-central-1.amazonaws.com' }))
  expect(of('spf')?.publish?.value).toBe('v=spf1 include:amazonses.com ~all')
  const { of: ofAddress } = await check({}, smtp({ host: '192.0.2.7' }))
  expect(ofAddress('spf')?.publish?.value).toBe('v=spf1 mx ~all')
})

test.each<[string, string[], string, string | undefined]>([
  ['two records', ['v=spf1 a -all', 'v=spf1 mx a ~all'], 'spf_several', 'v=spf1 a mx ~all'],
  ['a record that allows all senders', ['v=spf1 mx +all'], 'spf_open', 'v=spf1 mx ~all'],
  ['a record that allows all senders, shortly', ['v=spf1 mx all'], 'spf_open', 'v=spf1 mx ~all'],
  ['a record that says nothing of others', ['v=spf1 mx ?all'], 'spf_open', 'v=spf1 mx ~all'],
  ['a record without an end', ['v=spf1 mx'], 'spf_endless', 'v=spf1 mx ~all'],
  ['a record that refers to nothing', ['v=spf1 include:nowhere.ch -all'], 'spf_broken', undefined],
  ['a record that refers to another', ['v=spf1 redirect=_spf.relay.ch'], 'spf_ok', undefined],
  ['what only looks like one', ['v=spf10 mx -all'], 'spf_missing', 'v=spf1 a:smtp.relay.ch ~all'],
])('SPF: %s', async (_what, records, code, value) => {
  const { of } = await check({ ...GOOD, [DOMAIN]: records })
  expect(of('spf')?.code).toBe(code)
  expect(of('spf')?.publish?.value).toBe(value)
})

test('SPF: more than ten lookups are too many, and are not followed further', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `include:s${n}.relay.ch`)
  const zone: Zone = { ...GOOD, [DOMAIN]: [`v=spf1 ${many.join(' ')} -all`] }
  for (let n = 0; n < 30; n++) zone[`s${n}.relay.ch`] = ['v=spf1 ip4:192.0.2.1 -all']
  const { of, asked } = await check(zone)
  expect(of('spf')).toMatchObject({ code: 'spf_lookups', state: 'problem' })
  expect(asked.filter((name) => name.endsWith('.relay.ch'))).toHaveLength(10)
})

test('SPF: a record that includes itself ends', async () => {
  const { of } = await check({ ...GOOD, [DOMAIN]: [`v=spf1 include:${DOMAIN} -all`] })
  expect(of('spf')?.code).toBe('spf_lookups')
})

test.each<[string, string[], string]>([
  ['another key', [`v=DKIM1; p=${OTHER_KEY}`], 'dkim_differs'],
  ['a key that was withdrawn', ['v=DKIM1; p='], 'dkim_differs'],
  ['two keys', [`p=${KEY}`, `p=${OTHER_KEY}`], 'dkim_differs'],
  ['no key', ['p=not a key'], 'dkim_differs'],
  ['a text that is none', ['hello'], 'dkim_missing'],
  ['our key with spaces', [`v=DKIM1; k=rsa; p= ${KEY.slice(0, 40)} ${KEY.slice(40)}`], 'dkim_ok'],
  [
    'our key in its older form',
    [`p=${publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')}`],
    'dkim_ok',
  ],
  ['our key, which is only tried out', [`v=DKIM1; t=s:y; p=${KEY}`], 'dkim_testing'],
])('DKIM: %s', async (_what, records, code) => {
  const { of } = await check({ ...GOOD, [`mail._domainkey.${DOMAIN}`]: records })
  expect(of('dkim')?.code).toBe(code)
})

test.each<[string, Zone, string]>([
  ['of the domain above', { '_dmarc.watch.ch': ['v=DMARC1; p=reject'] }, 'dmarc_ok'],
  [
    'of the domain above, for those below it',
    { '_dmarc.watch.ch': ['v=DMARC1; p=reject; sp=none'] },
    'dmarc_none',
  ],
  ['that asks for nothing', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1;p=none'] }, 'dmarc_none'],
  ['without a policy', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; rua=mailto:x@watch.ch'] }, 'dmarc_none'],
  ['that is being tested', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=reject; t=y'] }, 'dmarc_testing'],
  ['that asks for nothing and is tested', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=none; t=y'] }, 'dmarc_none'],
  ['that is not being tested', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; t=n; p=reject'] }, 'dmarc_ok'],
  ['with a percentage', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=reject; pct=10'] }, 'dmarc_pct'],
  [
    'of the domain above, which exists, with a policy for those that do not',
    { '_dmarc.watch.ch': ['v=DMARC1; p=reject; np=none'] },
    'dmarc_ok',
  ],
  [
    'of the domain above for domains that do not exist',
    { [DOMAIN]: [], '_dmarc.watch.ch': ['v=DMARC1; p=reject; sp=quarantine; np=none'] },
    'dmarc_none',
  ],
  ['of a public suffix', { '_dmarc.ch': ['v=DMARC1; psd=y; p=none; sp=reject'] }, 'dmarc_ok'],
  [
    'of the organisation and of a public suffix',
    { '_dmarc.watch.ch': ['v=DMARC1; p=none'], '_dmarc.ch': ['v=DMARC1; psd=y; p=reject'] },
    'dmarc_none',
  ],
  ['that is misspelt', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=rejct'] }, 'dmarc_broken'],
  ['twice', { [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 'dmarc_several'],
  ['that is none', { [`_dmarc.${DOMAIN}`]: ['v=spf1 -all'] }, 'dmarc_missing'],
])('DMARC: a record %s', async (_what, zone, code) => {
  const { [`_dmarc.${DOMAIN}`]: _good, ...others } = GOOD
  const { of } = await check({ ...others, ...zone })
  expect(of('dmarc')?.code).toBe(code)
})

test.each<[string, Transport, Zone, string]>([
  [
    'the domain above signs',
    smtp({ dkim: { domain: 'watch.ch', selector: 'mail', publicKey: KEY } }),
    { 'mail._domainkey.watch.ch': [`p=${KEY}`] },
    'alignment_ok',
  ],
  [
    'the domain above signs, but exactly ours is asked for',
    smtp({ dkim: { domain: 'watch.ch', selector: 'mail', publicKey: KEY } }),
    { 'mail._domainkey.watch.ch': [`p=${KEY}`], [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=reject; adkim=s'] },
    'alignment_strict',
  ],
  [
    'another domain signs',
    smtp({ dkim: { domain: 'relay.ch', selector: 'mail', publicKey: KEY } }),
    { 'mail._domainkey.relay.ch': [`p=${KEY}`] },
    'alignment_fails',
  ],
  ['mails are not signed here', smtp({ dkim: null }), {}, 'alignment_by_spf'],
  ['mails are not signed, and SPF fails', smtp({ dkim: null }), { [DOMAIN]: [] }, 'alignment_fails'],
  ['our key is not published', smtp(), { [`mail._domainkey.${DOMAIN}`]: [] }, 'alignment_by_spf'],
])('alignment when %s', async (_what, transport, zone, code) => {
  const { of } = await check({ ...GOOD, ...zone }, transport)
  expect(of('alignment')?.code).toBe(code)
})

test('with Resend its records are looked for', async () => {
  const zone: Zone = {
    [`send.${DOMAIN}`]: ['v=spf1 include:amazonses.com ~all'],
    'amazonses.com': ['v=spf1 ip4:199.255.192.0/22 -all'],
    [`resend._domainkey.${DOMAIN}`]: [`p=${OTHER_KEY}`],
    [`_dmarc.${DOMAIN}`]: ['v=DMARC1; p=none'],
  }
  const { report } = await check(zone, RESEND)
  expect(report.findings.map(({ code }) => code)).toEqual(['spf_ok', 'dkim_ok', 'dmarc_none', 'alignment_ok'])
  const { report: empty } = await check({}, RESEND)
  expect(empty.findings.map(({ code, state, provider }) => [code, state, provider])).toEqual([
    ['spf_missing_provider', 'warning', 'Resend'],
    ['dkim_missing_provider', 'problem', 'Resend'],
    ['dmarc_missing', 'problem', undefined],
    ['alignment_fails', 'problem', undefined],
  ])
})

test.each(['example.com', 'mail.example.org', 'news.example', 'localhost', 'watch.local', '127.0.0.1'])(
  '%s is an example, and no name server is asked about it',
  async (domain) => {
    const { report, asked } = await check({}, smtp({ domain }))
    expect(report.findings).toMatchObject([{ check: 'sender', code: 'sender_placeholder', state: 'problem' }])
    expect(asked).toEqual([])
  },
)

test('with the outbox it says that nothing leaves', async () => {
  const { of } = await check(GOOD, { kind: 'outbox', identity: { domain: DOMAIN, host: null, dkim: null } })
  expect(of('sender')).toMatchObject({ code: 'sender_outbox', state: 'warning' })
})

test('records of others are shortened, and only a few are shown', async () => {
  const { of } = await check({
    ...GOOD,
    [DOMAIN]: Array.from({ length: 9 }, (_, n) => `v=spf1 ${`a${n}`.repeat(400)} -all`),
  })
  expect(of('spf')?.found).toHaveLength(5)
  expect(of('spf')?.found.every((text) => text.length <= 501)).toBe(true)
})

test('name servers that do not answer leave it open', async () => {
  const nowhere = await startNameServer(
    () => null,
    () => null,
  )
  const report = await checkMailDomain(smtp(), [nowhere])
  expect(report.findings.map(({ state, code }) => [state, code])).toEqual(
    Array.from({ length: 4 }, () => ['unknown', 'dns_unavailable']),
  )
})

test('a lookup has a bounded time and a bounded number of names', async () => {
  const silent = await startNameServer(
    () => null,
    () => null,
  )
  const late = createTxtLookup([silent], 50)
  await expect(late('watch.ch')).rejects.toBeInstanceOf(DnsUnavailableError)
  await expect(late('other.ch')).rejects.toBeInstanceOf(DnsUnavailableError)

  let asked = 0
  const server = await startNameServer(
    () => [],
    () => {
      asked += 1
      return ['hello']
    },
  )
  const lookup = createTxtLookup([server])
  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => lookup(`n${n % 50}.ch`)))
  lookup.stop()
  expect(results.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(41)
})
