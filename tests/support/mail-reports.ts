import { createHmac } from 'node:crypto'

/** A secret as Resend shows it. */
export const WEBHOOK_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** The headers with which Svix sends a body. */
export function signedBySvix(
  body: string,
  { id = 'msg_1', at = Date.now(), secret = WEBHOOK_SECRET } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
  }
}

interface DeliveryReport {
  recipient?: string
  action?: string
  status?: string
  /** The server's reply; without it, the status with words that mean nothing more. */
  diagnostic?: string | null
  /** The report's text for people. */
  told?: string
  messageId?: string
  /** Further header fields of the mail that came back. */
  returnedFields?: string[]
  /** The type of the part with the mail that came back; null when none did. */
  returned?: string | null
}

/** A delivery report as Postfix sends it. */
export function deliveryReport({
  recipient = 'ada@example.org',
  action = 'failed',
  status = '5.1.1',
  diagnostic = status === '5.1.1'
    ? 'smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown'
    : `smtp; ${status.startsWith('4') ? 450 : 550} ${status} <ada@example.org>: not today`,
  told = "I'm sorry to have to inform you that your message could not be delivered.",
  messageId = '<0@elsewhere.example>',
  returnedFields = [],
  returned = 'text/rfc822-headers',
}: DeliveryReport = {}): string {
  return lines([
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
    'To: news@aiwatch.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F2A/mx.example.org"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4F2A/mx.example.org',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    told,
    '',
    '--4F2A/mx.example.org',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    'X-Postfix-Queue-ID: 4F2A',
    'Arrival-Date: Sun, 22 Nov 2026 09:00:04 +0100 (CET)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.org',
    ...(diagnostic === null ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    '',
    ...(returned
      ? [
          '--4F2A/mx.example.org',
          'Content-Description: Undelivered Message Headers',
          `Content-Type: ${returned}`,
          '',
          'Received: from aiwatch.example (localhost [127.0.0.1])',
          'From: AI Watch <news@aiwatch.example>',
          `Message-ID: ${messageId}`,
          ...returnedFields,
          'Subject: The week in AI',
          '',
        ]
      : []),
    '--4F2A/mx.example.org--',
  ])
}

/** A report in words alone, with the mail that came back behind a line of the program. */
export function reportInWords({
  from = 'MAILER-DAEMON@mx.example.org',
  subject = 'Undelivered mail',
  fields = [],
  words,
  mark,
  messageId = '<0@elsewhere.example>',
}: {
  from?: string
  subject?: string
  fields?: string[]
  words: string[]
  mark: string
  messageId?: string
}): string {
  return lines([
    'Return-Path: <>',
    `From: ${from}`,
    'To: news@aiwatch.example',
    `Subject: ${subject}`,
    'Message-ID: <report-1@mx.example.org>',
    ...fields,
    '',
    ...words,
    '',
    mark,
    '',
    'From: AI Watch <news@aiwatch.example>',
    `Message-ID: ${messageId}`,
    'Subject: The week in AI',
    '',
    'A model that does not exist was rejected as spam.',
  ])
}

/** A complaint as providers send it (RFC 5965). */
export function feedbackReport({
  type = 'abuse',
  recipient = 'ada@example.org',
  messageId = '<0@elsewhere.example>',
}: {
  type?: string
  recipient?: string | null
  messageId?: string
} = {}): string {
  return lines([
    'From: <abuse@provider.example>',
    'To: <news@aiwatch.example>',
    'Subject: FW: The week in AI',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part1"',
    '',
    '--part1',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'This is an email abuse report.',
    '',
    '--part1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    ...(recipient ? [`Original-Rcpt-To: <${recipient}>`] : []),
    '',
    '--part1',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    'From: <news@aiwatch.example>',
    `Message-ID: ${messageId}`,
    'Subject: The week in AI',
    '',
    'Hello.',
    '',
    '--part1--',
  ])
}

function lines(all: string[]): string {
  return `${all.join('\r\n')}\r\n`
}
