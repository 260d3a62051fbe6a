import { describe, expect, test } from 'vitest'
import { readMailReport } from '#server/features/newsletter/reports/read-mail-report.ts'
import { deliveryReport, feedbackReport } from '../../../../tests/support/mail-reports.ts'

const MAIL = '5f0f3b4e-56a1-4a3f-9a55-1f4b1cf0a111'
const messageId = `<${MAIL}@aiwatch.example>`
const read = (message: string) => readMailReport(Buffer.from(message, 'latin1'))

test.each(['text/rfc822-headers', 'message/rfc822', 'message/rfc822; charset=utf-8'])(
  'a delivery report with the mail as %s says which mail failed, for whom and why',
  async (returned) => {
    expect(await read(deliveryReport({ messageId, returned }))).toEqual([
      {
        source: 'delivery report',
        kind: 'permanent',
        mailId: MAIL,
        email: 'ada@example.org',
        status: '5.1.1',
        detail: 'smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown',
      },
    ])
  },
)

test.each([
  ['failed', '5.1.1', 'permanent'],
  ['failed', '5.0.0', 'permanent'],
  ['failed', '5.1.10', 'permanent'],
  ['failed', '5.2.1', 'permanent'],
  ['failed', '5.4.4', 'permanent'],
  ['failed', '5.5.0', 'permanent'],
  ['FAILED', '5.1.1 (bad destination mailbox address)', 'permanent'],
  ['failed', '5.2.2', 'refused'],
  ['failed', '5.2.3', 'refused'],
  ['failed', '5.3.4', 'refused'],
  ['failed', '5.6.1', 'refused'],
  ['failed', '5.7.1', 'refused'],
  ['failed', '5.7.509', 'refused'],
  ['failed', '4.2.2', 'temporary'],
  ['failed', '4.4.7', 'temporary'],
  ['delayed', '4.4.1', 'temporary'],
  ['delayed', '5.1.1', 'temporary'],
])('%s with the status %s is %s', async (action, status, kind) => {
  expect(await read(deliveryReport({ action, status }))).toMatchObject([{ kind }])
})

test.each([
  ['delivered', '2.0.0'],
  ['relayed', '2.1.5'],
  ['expanded', '2.1.5'],
  ['failed', '2.0.0'],
  ['exploded', '5.1.1'],
])('%s with the status %s reports nothing', async (action, status) => {
  expect(await read(deliveryReport({ action, status }))).toEqual([])
})

test('a status that is missing is read from what the server said', async () => {
  const report = deliveryReport({ status: '', diagnostic: 'smtp; 550-5.1.1 no such user' })
  expect(await read(report)).toMatchObject([{ kind: 'permanent', status: '5.1.1' }])
  expect(await read(deliveryReport({ status: '', diagnostic: 'smtp; no' }))).toMatchObject([
    { kind: 'temporary', status: null },
  ])
})

test('the recipient is the one that we wrote to, where the report says both', async () => {
  const report = deliveryReport().replace(
    'Action:',
    'Original-Recipient: rfc822;grace@example.org\r\nAction:',
  )
  expect(await read(report)).toMatchObject([{ email: 'grace@example.org' }])
})

test('a report about several recipients is several reports, and not endlessly many', async () => {
  const block = (n: number) =>
    `Final-Recipient: rfc822; ${n}@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`
  const report = deliveryReport().replace(
    '\r\nFinal-Recipient',
    `\r\n${Array.from({ length: 200 }, (_, n) => block(n)).join('')}Final-Recipient`,
  )
  const reports = await read(report)
  expect(reports).toHaveLength(20)
  expect(reports?.[1]).toMatchObject({ email: '1@example.org' })
})

test('folded lines, an encoded part and bytes that are no text are read', async () => {
  const folded = deliveryReport({ messageId })
    .replace('smtp; 550', 'smtp;\r\n\t550')
    .replace('unknown', '\xff\0')
  expect(await read(folded)).toMatchObject([
    { mailId: MAIL, detail: expect.stringMatching(/^smtp; 550 5\.1\.1/) },
  ])
  const status =
    'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.1.1\n'
  const encoded = deliveryReport().replace(
    /message\/delivery-status\r\n\r\n.*?(?=\r\n--4F2A)/s,
    `message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(status)}\r\n`,
  )
  expect(await read(encoded)).toMatchObject([{ kind: 'permanent', email: 'ada@example.org' }])
})

test.each(['<0@elsewhere.example>', '<not-an-id@aiwatch.example>', `${MAIL}`, ''])(
  'the mail %j is none of ours',
  async (other) => {
    expect(await read(deliveryReport({ messageId: other }))).toMatchObject([{ mailId: null }])
  },
)

describe('a feedback report', () => {
  test.each([
    ['abuse', 'complaint'],
    ['Fraud', 'complaint'],
    ['virus', 'complaint'],
    ['other', 'complaint'],
    ['opt-out', 'left'],
    ['opt-out-list', 'left'],
  ])('of the type %s is: %s', async (type, kind) => {
    expect(await read(feedbackReport({ type, messageId }))).toEqual([
      {
        source: 'feedback report',
        kind,
        mailId: MAIL,
        email: 'ada@example.org',
        status: null,
        detail: type.toLowerCase(),
      },
    ])
  })

  test('that hides the recipient is known by the mail', async () => {
    expect(await read(feedbackReport({ recipient: null, messageId }))).toMatchObject([
      { mailId: MAIL, email: null },
    ])
  })

  test.each(['not-spam', 'auth-failure', '', '__proto__'])('of the type %j reports nothing', async (type) => {
    expect(await read(feedbackReport({ type }))).toEqual([])
  })
})

test('of a mail that came back with a megabyte of text, the header is read', async () => {
  const report = deliveryReport({ messageId, returned: 'message/rfc822' })
  const long = report.replace(
    'The week in AI\r\n',
    `The week in AI\r\n\r\n${'A line of text.\r\n'.repeat(60_000)}`,
  )
  expect(await read(long)).toMatchObject([{ kind: 'permanent', mailId: MAIL }])
})

describe('a mail that is no report', () => {
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
    ).join('')
  test.each<[string, string]>([
    ['nothing', ''],
    ['no mail', '\0\xff\xfe'],
    [
      'an answer from holiday',
      'From: ada@example.org\r\nSubject: Away\r\n\r\nFinal-Recipient: rfc822; bob@example.org\r\n',
    ],
    ['parts in parts in parts', nested(2_000)],
    [
      'a megabyte of boundaries',
      `Content-Type: multipart/report; boundary="b"\r\n\r\n${'--b\r\n'.repeat(200_000)}`,
    ],
    ['a megabyte of headers', 'X: y\r\n'.repeat(170_000)],
    ['a header of a megabyte', `Subject: ${'=?utf-8?q?'.repeat(100_000)}\r\n\r\n`],
    ['a megabyte of nothing', '\r\n'.repeat(500_000)],
  ])('%s is told from one', async (_what, message) => {
    expect(await read(message)).toBeNull()
  })
})

test.each<[string, (report: string) => string]>([
  ['a megabyte of fields', (report) => report.replace('X-Postfix', `${'A: b\r\n'.repeat(170_000)}X-Postfix`)],
  ['a field of a megabyte', (report) => report.replace('4F2A\r\n', `${'x'.repeat(1_000_000)}\r\n`)],
  ['a field folded endlessly', (report) => report.replace('4F2A\r\n', `4F2A\r\n${' x\r\n'.repeat(250_000)}`)],
  [
    'fields of the prototype',
    (report) => report.replace('X-Postfix', '__proto__: x\r\nconstructor: y\r\nX-Postfix'),
  ],
])('a report with %s is bounded and harmless', async (_what, change) => {
  const reports = await read(change(deliveryReport({ messageId })))
  expect(reports?.length).toBeLessThanOrEqual(1)
})
