import { describe, expect, test } from 'vitest'
import { readMailReport } from '#server/features/newsletter/reports/read-mail-report.ts'
import { deliveryReport, feedbackReport, reportInWords } from '../../../../tests/support/mail-reports.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

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
        fault: 'gone',
        saidBy: 'mail.example.org',
        mailId: MAIL,
        unsubscribeToken: null,
        email: 'ada@example.org',
        status: '5.1.1',
        detail: 'smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown',
      },
    ])
  },
)

test.each([
  ['failed', '5.1.1', 'gone'],
  ['failed', '5.1.10', 'gone'],
  ['FAILED', '5.1.1 (bad destination mailbox address)', 'gone'],
  ['failed (permanently)', '5.1.6', 'gone'],
  ['failed', '5.2.2', 'full'],
  ['failed', '5.2.3', 'size'],
  ['failed', '4.2.2', 'temporary'],
  ['expired', '4.4.7', 'temporary'],
  ['delayed', '4.4.1', 'temporary'],
  ['delayed', '5.1.1', 'temporary'],
])('%s with the status %s is %s', async (action, status, fault) => {
  expect(await read(deliveryReport({ action, status }))).toMatchObject([{ fault }])
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

test.each([
  // Exim writes 5.0.0 for everything.
  ['5.0.0', 'smtp; 552 5.2.2 The mailbox has no room', 'refused', 'full', '5.2.2'],
  ['5.0.0', 'smtp; 554 5.7.1 Your host is on a list', 'refused', 'policy', '5.7.1'],
  ['5.0.0', 'smtp; 452 4.2.2 Mailbox is full: retry timeout exceeded', 'temporary', 'temporary', '4.2.2'],
  ['5.0.0', 'smtp; 550 5.1.1 There is no such account', 'permanent', 'gone', '5.1.1'],
  // Sendmail makes 5.1.1 of every 550 at RCPT.
  ['5.1.1', 'SMTP; 550 5.7.1 Blocked by policy', 'refused', 'policy', '5.7.1'],
  ['5.1.1', 'SMTP; 550 Not welcome', 'refused', 'unknown', '5.1.1'],
  // Postfix writes 5.0.0 where a server gave no enhanced code.
  ['5.0.0', 'smtp; 552 Mailbox full, over quota', 'refused', 'full', '5.0.0'],
  ['5.0.0', 'smtp; 550 Unknown user', 'permanent', 'gone', '5.0.0'],
  ['', 'smtp; 550-5.1.1 no such user', 'permanent', 'gone', '5.1.1'],
  ['', 'smtp; no', 'refused', 'unknown', null],
])('the status %j with %j is %s, being %s', async (status, diagnostic, kind, fault, said) => {
  expect(await read(deliveryReport({ status, diagnostic }))).toMatchObject([{ kind, fault, status: said }])
})

test.each([
  [
    'Postfix',
    '<ada@example.org>: host mx.example.org said: 550 User unknown (in reply to end of DATA\r\n    command)',
  ],
  [
    'Exim',
    'ada@example.org\r\n    SMTP error from remote mail server after end of data:\r\n    550 User unknown',
  ],
  [
    'Sendmail',
    '<ada@example.org>\r\n\r\n... while talking to mx.example.org:\r\n>>> DATA\r\n<<< 550 User unknown',
  ],
])('what a server says after the message is said of the message, as %s shows it', async (_program, told) => {
  const report = { status: '5.1.1', diagnostic: 'smtp; 550 User unknown' }
  expect(await read(deliveryReport({ ...report, told }))).toMatchObject([{ fault: 'unknown' }])
  expect(await read(deliveryReport(report))).toMatchObject([{ fault: 'gone' }])
})

test('Sendmail shows the refusal of a recipient behind DATA when it sends commands together', async () => {
  const told = '>>> DATA\r\n<<< 550 5.1.1 User unknown\r\n<<< 503 5.0.0 Need RCPT'
  expect(await read(deliveryReport({ told }))).toMatchObject([{ fault: 'gone' }])
})

test('without a Diagnostic-Code the words behind the address count, as OpenSMTPD writes them', async () => {
  const told =
    'These recipients failed:\r\n\r\nada@example.org: 552 5.2.2 There is no room\r\n\r\nBelow is a copy of the original message:'
  expect(await read(deliveryReport({ status: '5.0.0', diagnostic: null, told }))).toMatchObject([
    { fault: 'full', status: '5.2.2' },
  ])
})

test('a program whose words contradict its fields ends nobody', async () => {
  const told = 'Your message was automatically rejected:\r\nNot enough disk space'
  expect(await read(deliveryReport({ told }))).toMatchObject([{ kind: 'refused', fault: 'full' }])
})

test('a report whose parts are not separated as its header says is read', async () => {
  const report = deliveryReport({ status: '5.2.2', diagnostic: null, messageId })
  expect(await read(report.replace('boundary="4F2A', 'boundary="other'))).toMatchObject([
    { fault: 'full', email: 'ada@example.org', mailId: MAIL },
  ])
})

test('one block for mail and recipient is read, as Dovecot writes it', async () => {
  const report = deliveryReport({ status: '5.2.2', diagnostic: null, messageId })
  expect(await read(report.replace(/(Arrival-Date: .*\r\n)\r\n/, '$1'))).toMatchObject([
    { kind: 'refused', fault: 'full', status: '5.2.2', email: 'ada@example.org', mailId: MAIL },
  ])
})

test('a mail that the filter of a recipient rejects is read, as Dovecot says it', async () => {
  const rejected = (disposition: string) =>
    deliveryReport({
      messageId,
      told: 'Your message to <ada@example.org> was automatically rejected:\r\nNo, thank you.',
    })
      .replaceAll('delivery-status', 'disposition-notification')
      .replace('From: MAILER-DAEMON', 'From: postmaster')
      .replace(/^Subject: .*$/m, 'Subject: Rejected: The week')
      .replace(
        /^Reporting-MTA: [\s\S]*?Diagnostic-Code: .*$/m,
        `Final-Recipient: rfc822; ada@example.org\r\nDisposition: ${disposition}`,
      )
  expect(await read(rejected('automatic-action/MDN-sent-automatically; deleted'))).toMatchObject([
    {
      kind: 'refused',
      fault: 'content',
      email: 'ada@example.org',
      mailId: MAIL,
      detail: expect.stringContaining('No, thank you.'),
    },
  ])
  // A receipt is no report.
  expect(await read(rejected('manual-action/MDN-sent-manually; displayed'))).toBeNull()
})

test('our link to unsubscribe is found where the Message-ID was changed on the way', async () => {
  const token = 'Ab-_'.repeat(16)
  const returnedFields = [`List-Unsubscribe: <https://aiwatch.example/unsubscribe?token=${token}&lang=de>`]
  expect(await read(deliveryReport({ returnedFields }))).toMatchObject([
    { mailId: null, unsubscribeToken: token },
  ])
})

describe('a report in words', () => {
  const EXIM = {
    fields: ['X-Failed-Recipients: ada@example.org', 'Auto-Submitted: auto-replied'],
    subject: 'Mail delivery failed: returning message to sender',
    mark: '------ This is a copy of the message, including all the headers. ------',
  }
  const exim = (...said: string[]) => ({
    ...EXIM,
    words: [
      'The following address(es) failed:',
      '',
      '  ada@example.org',
      ...said.map((line) => `    ${line}`),
    ],
  })
  const qmail = (...said: string[]) => ({
    subject: 'failure notice',
    mark: '--- Below this line is a copy of the message.',
    words: ["I'm afraid I wasn't able to deliver your message.", '', '<ada@example.org>:', ...said],
  })
  const gmail = (...said: string[]) => ({
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Failure)',
    mark: '----- Original message -----',
    words: [
      'Delivery to the following recipient failed permanently:',
      '',
      '     ada@example.org',
      '',
      ...said,
    ],
  })
  test.each<[string, Parameters<typeof reportInWords>[0], string, string | null]>([
    ['Exim', exim('after RCPT TO:<ada@example.org>:', '550 5.1.1 No such account'), 'gone', '5.1.1'],
    ['Exim', exim('after RCPT TO:<ada@example.org>:', '552 Quota exceeded'), 'full', null],
    [
      'Exim',
      exim('after MAIL FROM:<news@aiwatch.example>:', '550 This domain does not exist'),
      'policy',
      null,
    ],
    ['Exim', exim('after initial connection:', '554 Go away'), 'policy', null],
    ['Exim', exim('after end of data:', '550 Go away'), 'content', null],
    ['Exim', exim('retry timeout exceeded'), 'network', null],
    ['Exim', exim('Unrouteable address'), 'unknown', null],
    ['qmail', qmail('Sorry, no mailbox here by that name. (#5.1.1)'), 'gone', '5.1.1'],
    [
      'qmail',
      qmail('Remote host said: 550 5.7.1 Not from you', 'Giving up on 192.0.2.1.'),
      'policy',
      '5.7.1',
    ],
    [
      'qmail',
      qmail('192.0.2.1 failed after I sent the message.', 'Remote host said: 550 No such user'),
      'unknown',
      null,
    ],
    [
      'qmail',
      qmail('Connected but sender was rejected.', 'Remote host said: 550 No such user'),
      'policy',
      null,
    ],
    ['qmail', qmail('Connected but greeting failed.', 'Remote host said: 554 Go away'), 'policy', null],
    [
      'qmail',
      qmail("I couldn't establish a connection. (#4.4.1)", "I'm not going to try again."),
      'network',
      '4.4.1',
    ],
    [
      'Gmail',
      gmail('The error that the other server returned was: 550 550 5.1.1 User unknown (state 14).'),
      'gone',
      '5.1.1',
    ],
    ['Gmail', gmail('The recipient server did not accept our requests to connect.'), 'network', null],
    [
      'Yahoo',
      {
        ...qmail("554 delivery error: This user doesn't have a yahoo.com account"),
        subject: 'Failure Notice',
      },
      'gone',
      null,
    ],
    [
      'mail.ru',
      {
        ...exim('host mx.example.org: 550 5.1.1 User unknown'),
        from: 'Mail.Ru <mailer-daemon@corp.mail.ru>',
      },
      'gone',
      '5.1.1',
    ],
  ])('of %s is read: %#', async (_program, report, fault, status) => {
    expect(await read(reportInWords({ ...report, messageId }))).toEqual([
      expect.objectContaining({
        source: 'delivery report',
        fault,
        status,
        mailId: MAIL,
        email: 'ada@example.org',
      }),
    ])
  })

  test('that a mail is late changes nothing', async () => {
    const report = { ...exim('451 Come back later'), subject: 'Warning: message delayed 24 hours' }
    expect(await read(reportInWords(report))).toMatchObject([{ kind: 'temporary' }])
  })

  test('without a copy is known by the mail that it answers', async () => {
    const report = exim('550 5.1.1 No such account')
    const fields = [...EXIM.fields, `References: ${messageId}`]
    expect(await read(reportInWords({ ...report, fields }))).toMatchObject([{ mailId: MAIL }])
  })

  test.each([
    ['of a person who forwards one', 'Fwd: failure notice', 'Return-Path: <ada@example.org>'],
    ['that only says that somebody is away', 'Away: The week in AI', 'Return-Path: <>'],
  ])('%s is none', async (_what, subject, returnPath) => {
    const { words, mark } = qmail('550 5.1.1 No such user')
    const message = reportInWords({ from: 'Ada <ada@example.org>', subject, words, mark, messageId })
    expect(await read(message.replace('Return-Path: <>', returnPath))).toBeNull()
  })
})

test('a complaint of Microsoft has a form of its own', async () => {
  const report = feedbackReport({ messageId })
    .replace('From: <abuse@provider.example>', 'From: staff@hotmail.com')
    .replace(/Subject: FW.*/, 'Subject: complaint about message from 192.0.2.1')
    .replace('message/feedback-report', 'text/x-nothing')
  expect(await read(report)).toMatchObject([{ kind: 'complaint', mailId: MAIL }])
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
        unsubscribeToken: null,
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

test.each<[string, (report: string) => string]>([
  ['of 50 MB', (report) => report.replace('--4F2A/mx.example.org--', 'x'.repeat(50 * 1024 * 1024))],
  ['with a line of 50 MB in front', (report) => `X-Long: ${'x'.repeat(50 * 1024 * 1024)}\r\n${report}`],
  [
    'with words without an end',
    (report) => report.replace("I'm sorry", '<ada@example.org>: 550 '.repeat(10_000)),
  ],
])('a report %s takes little time', async (_what, change) => {
  const message = Buffer.from(change(deliveryReport({ messageId })), 'latin1')
  const start = processorMs()
  const reports = await readMailReport(message)
  expect(processorMs() - start).toBeLessThan(2_000)
  expect(reports?.length ?? 0).toBeLessThanOrEqual(1)
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

describe('what a person writes is for people, also with a report about another mail', () => {
  const fields = [
    ...['Reporting-MTA: dns; mx.example.net', '', 'Final-Recipient: rfc822; friend@example.net'],
    ...['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 User unknown'],
  ].join('\r\n')
  const written = (...lines: string[]) =>
    [
      'From: Ada <ada@example.org>',
      `In-Reply-To: ${messageId}`,
      'Subject: Re: The week in AI',
      ...lines,
    ].join('\r\n')

  test('in the text', async () => {
    expect(await read(written('', 'A friend did not get it:', '', fields, ''))).toBeNull()
  })

  test('attached', async () => {
    const message = written(
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'A friend did not get it.', ''],
      ...['--b', 'Content-Type: message/delivery-status', '', fields, '--b--', ''],
    )
    expect(await read(message)).toBeNull()
  })
})
