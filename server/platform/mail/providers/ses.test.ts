import { execFileSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DocumentClient, DocumentRequest } from '#server/platform/links/request-document.ts'
import { ses } from '#server/platform/mail/providers/ses.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const MAIL = '5f0f3b4e-56a1-4a3f-9a55-1f4b1cf0a111'
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'
const CERTIFICATE_URL =
  'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'

const sns = certify('sns.amazonaws.com')
const stranger = certify('sns.example.org')

/** A key with a certificate for this name. */
function certify(name: string): { key: string; certificate: Buffer } {
  const folder = createTemporaryFolder('sns')
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate) }
}

/** The internet, of which only these certificates are known. */
function internet(documents: Record<string, Buffer>) {
  const asked: string[] = []
  const client: DocumentClient = {
    async request(address: string, { onRedirect }: DocumentRequest) {
      asked.push(address)
      expect(() => onRedirect?.(new URL('http://127.0.0.1/'))).toThrow()
      const body = documents[address]
      return {
        status: body ? 200 : 404,
        body: body ?? Buffer.alloc(0),
        url: address,
        movedTo: null,
        headers: {} as never,
      }
    },
  }
  return { client, asked }
}

const NOTIFICATION = {
  notificationType: 'Bounce',
  mail: { destination: ['ada@example.org'], headers: [{ name: 'X-Mail-Id', value: MAIL }] },
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: 'ada@example.org', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
    ],
  },
}

function message(more: Record<string, string> = {}, { key = sns.key, unsigned = {} } = {}) {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: 'f3c8d4c1',
    TopicArn: TOPIC,
    Message: JSON.stringify(NOTIFICATION),
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE_URL,
    ...more,
  }
  const signed =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = signed
    .flatMap((name) => (fields[name] === undefined ? [] : [`${name}\n${fields[name]}\n`]))
    .join('')
  const hash = fields.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const Signature = createSign(hash).update(text).sign(key, 'base64')
  return request({ Signature, ...fields, ...unsigned })
}
const request = (body: unknown) => ({
  headers: new Headers(),
  body: new TextEncoder().encode(JSON.stringify(body)),
})

const isSigned = async (
  signed: ReturnType<typeof request>,
  { documents = { [CERTIFICATE_URL]: sns.certificate } as Record<string, Buffer>, topic = TOPIC } = {},
) => {
  const { client, asked } = internet(documents)
  const account = { fields: { topic }, secret: null }
  return { is: await ses.webhook?.isSigned(signed, account, { documents: client }), asked }
}

test.each(['1', '2'])('a message that SNS has signed in version %s', async (SignatureVersion) => {
  const url = CERTIFICATE_URL.replace('0123', `${SignatureVersion}${SignatureVersion}`)
  const signed = message({ SignatureVersion, SigningCertURL: url, Subject: 'Amazon SES Email Event' })
  expect(await isSigned(signed, { documents: { [url]: sns.certificate } })).toEqual({
    is: true,
    asked: [url],
  })
  // The certificate is known from then on.
  expect(await isSigned(signed, { documents: {} })).toEqual({ is: true, asked: [] })
})

describe('is refused, without asking anybody', () => {
  test.each<[string, ReturnType<typeof request>]>([
    ['another topic', message({ TopicArn: TOPIC.replace('bounces', 'others') })],
    ['a message of yesterday', message({ Timestamp: new Date(Date.now() - 86_400_000).toISOString() })],
    ['a time that is none', message({ Timestamp: 'now' })],
    [
      'a certificate elsewhere',
      message({
        SigningCertURL: 'https://sns.eu-central-1.amazonaws.com.example.org/SimpleNotificationService-1.pem',
      }),
    ],
    [
      'a certificate in a bucket',
      message({ SigningCertURL: 'https://sns.s3.amazonaws.com/SimpleNotificationService-1.pem' }),
    ],
    [
      'a certificate of another region',
      message({ SigningCertURL: CERTIFICATE_URL.replace('eu-central', 'us-east') }),
    ],
    [
      'a certificate without encryption',
      message({ SigningCertURL: CERTIFICATE_URL.replace('https', 'http') }),
    ],
    [
      'a certificate on another port',
      message({ SigningCertURL: CERTIFICATE_URL.replace('.com/', '.com:8443/') }),
    ],
    ['a certificate behind a user', message({ SigningCertURL: CERTIFICATE_URL.replace('//', '//sns@') })],
    ['another path', message({ SigningCertURL: CERTIFICATE_URL.replace('Simple', 'x/Simple') })],
    [
      'an address of the own network',
      message({ SigningCertURL: 'http://169.254.169.254/SimpleNotificationService-1.pem' }),
    ],
    ['no address', message({ SigningCertURL: 'SimpleNotificationService-1.pem' })],
    ['no message', request({ Type: 'Notification' })],
    ['null', request(null)],
  ])('%s', async (_what, signed) => {
    expect(await isSigned(signed)).toEqual({ is: false, asked: [] })
  })
})

test.each<[string, ReturnType<typeof request>, Record<string, Buffer>]>([
  [
    'another text than was signed',
    message({}, { unsigned: { Message: '{}' } }),
    { [CERTIFICATE_URL]: sns.certificate },
  ],
  [
    'the signature of another key',
    message({}, { key: stranger.key }),
    { [CERTIFICATE_URL]: sns.certificate },
  ],
  [
    'a certificate of another name',
    message({ SigningCertURL: CERTIFICATE_URL.replace('0123', '9') }, { key: stranger.key }),
    { [CERTIFICATE_URL.replace('0123', '9')]: stranger.certificate },
  ],
  ['no certificate', message({ SigningCertURL: CERTIFICATE_URL.replace('0123', '8') }), {}],
  [
    'a certificate that is none',
    message({ SigningCertURL: CERTIFICATE_URL.replace('0123', '7') }),
    { [CERTIFICATE_URL.replace('0123', '7')]: Buffer.from('<html>') },
  ],
])('%s is refused', async (_what, signed, documents) => {
  expect((await isSigned(signed, { documents })).is).toBe(false)
})

test('a subscription is confirmed at SNS, whatever address the message names', async () => {
  const confirmation = message({
    Type: 'SubscriptionConfirmation',
    Token: 'a token',
    SubscribeURL: 'http://169.254.169.254/latest/meta-data',
    Message: 'You have chosen to subscribe',
  })
  expect((await isSigned(confirmation)).is).toBe(true)
  expect(ses.webhook?.read(confirmation)).toEqual({
    id: 'f3c8d4c1',
    reports: [],
    confirm: `https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=a+token`,
  })
})

const read = (notification: object) =>
  ses.webhook?.read(message({ Message: JSON.stringify(notification) }))?.reports
const bounce = (more: object) => ({ ...NOTIFICATION, bounce: { ...NOTIFICATION.bounce, ...more } })
const REPORT = {
  mailId: MAIL,
  email: 'ada@example.org',
  status: '5.1.1',
  text: 'smtp; 550 5.1.1 user unknown',
}

test.each<[string, object, object[]]>([
  ['a bounce', NOTIFICATION, [{ ...REPORT, says: 'bounced', lasting: 'gone' }]],
  [
    'a full mailbox',
    bounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull' }),
    [{ ...REPORT, says: 'bounced', lasting: 'temporary' }],
  ],
  [
    'an unknown reason',
    bounce({ bounceType: 'Undetermined' }),
    [{ ...REPORT, says: 'bounced', lasting: null }],
  ],
  [
    'a suppressed address',
    bounce({ bounceSubType: 'OnAccountSuppressionList' }),
    [{ ...REPORT, says: 'suppressed', lasting: null }],
  ],
  [
    'an event of a configuration set',
    { ...NOTIFICATION, notificationType: undefined, eventType: 'Bounce' },
    [{ ...REPORT, says: 'bounced', lasting: 'gone' }],
  ],
  [
    'a complaint',
    {
      notificationType: 'Complaint',
      mail: NOTIFICATION.mail,
      complaint: {
        complaintFeedbackType: 'abuse',
        complainedRecipients: [{ emailAddress: 'ada@example.org' }],
      },
    },
    [
      {
        mailId: MAIL,
        email: 'ada@example.org',
        says: 'complained',
        lasting: null,
        status: null,
        text: 'abuse',
      },
    ],
  ],
  [
    'a complaint that is taken back',
    {
      notificationType: 'Complaint',
      mail: NOTIFICATION.mail,
      complaint: {
        complaintFeedbackType: 'not-spam',
        complainedRecipients: [{ emailAddress: 'ada@example.org' }],
      },
    },
    [],
  ],
  ['a delivery', { notificationType: 'Delivery', mail: NOTIFICATION.mail }, []],
  ['a text', { hello: 'world' }, []],
  [
    'a mail of the account to several',
    { ...NOTIFICATION, mail: { ...NOTIFICATION.mail, destination: ['a@example.org', 'b@example.org'] } },
    [{ ...REPORT, mailId: null, says: 'bounced', lasting: 'gone' }],
  ],
])('%s', (_what, notification, reports) => {
  expect(read(notification)).toEqual(reports)
})
