import type { Attachment, Email } from 'postal-mime'
import { type MailReport, reportFailure } from '#server/features/newsletter/reports/bounces.ts'
import type { MailFailure, Phase } from '#server/features/newsletter/reports/classify-failure.ts'
import { readReply } from '#server/features/newsletter/reports/classify-failure.ts'
import { faultInWords } from '#server/features/newsletter/reports/failure-words.ts'
import { addressIn } from '#server/platform/mail/providers/mail-provider.ts'

const MIME_LIMITS = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0 }
/** Further recipients are ignored; a report about one of our mails has one. */
const MOST_RECIPIENTS = 20
/** The limits of what is parsed: the report comes first, then the returned mail. The parser is slow for each line. */
const MOST_BYTES = 256 * 1024
const MOST_LINES = 5_000
/** Of the returned mail only the header is read. */
const MOST_HEADER_BYTES = 64 * 1024
/** The most that is read of what a report says in words. */
const MOST_WORDS = 8_000

/** The facts that identify the mail that a report is about. */
type About = Pick<MailFailure, 'mailId' | 'unsubscribeToken'>

/**
 * Parses a delivery report (RFC 3464, or the words of a program that writes none) or a feedback report (RFC 5965). Null for any other mail.
 * The mail that it is about is identified by our Message-ID, or our link to unsubscribe, in what came back.
 */
export async function readMailReport(message: Uint8Array): Promise<MailReport[] | null> {
  const mail = await parse(beginningOf(message))
  if (!mail) return null
  const of = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType))
  const returned = of('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const words = wordsOf(mail) || wordsOf({ text: latin1(message.subarray(headerEnd(message))) })
  const about = identify(
    returned ? latin1(bytesOf(returned).subarray(0, MOST_HEADER_BYTES)) : '',
    mail,
    message,
  )

  const feedback = of('message/feedback-report')
  if (feedback) return feedbackReports(bytesOf(feedback), about)
  if (returned && isComplaint(mail)) return [complaint(about, 'abuse', 'complaint', null)]
  const isByPerson = isWrittenByPerson(mail)
  const notice = of('message/disposition-notification')
  if (notice && !isByPerson && REJECTED.test(latin1(bytesOf(notice)))) {
    return deliveryReports(bytesOf(notice), words, about, 'message')
  }
  const status = of('message/delivery-status', 'message/global-delivery-status')
  const fields = isByPerson ? null : status ? bytesOf(status) : fieldsIn(words)
  return (fields && deliveryReports(fields, words, about)) ?? readWords(mail, words, about)
}

/** The form in which the filter of a recipient rejects a mail that the server has taken already (RFC 5429, section 2.2). */
const REJECTED = /^disposition:\s{0,20}automatic-action\/mdn-sent-automatically;\s{0,20}deleted/im

/** The parser is loaded on first use, because most processes never get a report. Null for a mail that is nested too deeply, or has too many headers. */
async function parse(message: Uint8Array): Promise<Email | null> {
  const { default: PostalMime } = await import('postal-mime')
  return PostalMime.parse(message, { ...MIME_LIMITS, forceRfc822Attachments: true }).catch(() => null)
}

function beginningOf(message: Uint8Array): Uint8Array {
  let end = 0
  for (let lines = 0; lines < MOST_LINES; lines++) {
    const lineEnd = message.indexOf(0x0a, end)
    if (lineEnd < 0 || lineEnd >= MOST_BYTES) return message.subarray(0, MOST_BYTES)
    end = lineEnd + 1
  }
  return message.subarray(0, end)
}

/** Returns what the report tells people, without the mail that came back. */
function wordsOf({ text, html }: Pick<Email, 'text' | 'html'>): string {
  const words = text ?? (html ?? '').slice(0, 4 * MOST_WORDS).replace(/<[^<>]*>/g, ' ')
  const lines = words.slice(0, 4 * MOST_WORDS).split(/\r?\n/)
  const end = lines.findIndex((line) => isReturnedMail(line))
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .slice(0, MOST_WORDS)
}

const COPY_MARKS = [
  'below this line is a copy of the',
  'this is a copy of the message',
  'this is a copy of your message',
  'original message follows',
  '- original message',
  '-original m',
  'message text follows',
  'below is a copy of the original',
  'returned message follows',
  'message header follows',
  'the following is a copy',
  'unsent message below',
  'message headers follow',
  'returned message header',
  'returned mail follows',
]

function isReturnedMail(line: string): boolean {
  const plain = line.toLowerCase()
  return COPY_MARKS.some((mark) => plain.includes(mark)) || /^\s*(?:received|return-path):\s/i.test(line)
}

/** The fields of a report whose parts are not separated as they should be. */
function fieldsIn(words: string): Uint8Array | null {
  const start = words.search(/^reporting-mta:/im)
  return start < 0 ? null : new TextEncoder().encode(words.slice(start))
}

const FAILED = ['failed', 'failure', 'expired', '']
const RECIPIENT_FIELDS = ['final-recipient', 'original-recipient', 'action']

/** Null when the part names no recipient. */
function deliveryReports(
  body: Uint8Array,
  words: string,
  about: About,
  phase: Phase | null = null,
): MailReport[] | null {
  const recipients = readFields(body, MOST_RECIPIENTS + 1)
    .filter((fields) => RECIPIENT_FIELDS.some((name) => fields.has(name)))
    .slice(0, MOST_RECIPIENTS)
  if (recipients.length === 0) return null
  return recipients.flatMap((fields) => {
    const action =
      fields
        .get('action')
        ?.toLowerCase()
        .split(/[\s(;]/)[0] ?? ''
    const status = statusIn(fields.get('status') ?? '')
    if (action !== 'delayed' && (!FAILED.includes(action) || status?.startsWith('2.'))) return []
    const recipient = fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''
    const address = addressIn(recipient.replace(/^[^;]*;/, ''))
    const diagnostic = fields.get('diagnostic-code') ?? ''
    const said = address ? saidOf(words, address) : words
    const { basicCode, enhancedCode } = readReply(diagnostic)
    // OpenSMTPD has no Diagnostic-Code, and Exim none for what it says itself.
    const text = basicCode === null && enhancedCode === null ? `${diagnostic}\n${said}` : diagnostic
    const report = reportFailure('delivery report', {
      ...about,
      address,
      status,
      saidBy: fields.get('remote-mta')?.replace(/^[^;]*;\s*/, '') || null,
      isDelayed: action === 'delayed',
      phase: phase ?? phaseIn(said) ?? (recipients.length === 1 ? phaseIn(words) : null),
      text: text.trim() || null,
    })
    // The words of the reporting program can contradict its fields.
    const isFull = recipients.length === 1 && faultInWords(words) === 'full'
    return report.fault === 'gone' && isFull ? { ...report, kind: 'refused', fault: 'full' } : report
  })
}

/** The paragraph that begins with an address, and the one behind it where it says nothing else. */
function saidOf(words: string, address: string): string {
  const paragraphs = words.split(/\n[ \t]*\n/)
  const index = paragraphs.findIndex((paragraph) => paragraph.includes(address))
  const paragraph = paragraphs[index] ?? ''
  const said = paragraph.slice(paragraph.indexOf(address))
  const isBare = said.replace(/[<>\s:]/g, '').length <= address.length
  return isBare ? `${said}\n${paragraphs[index + 1] ?? ''}` : said
}

const PHASES: readonly (readonly [Phase, readonly string[]])[] = [
  [
    'message',
    [
      'end of data',
      '>>> data',
      'after data',
      'sending message body',
      'to data command',
      "'data'",
      '>>> .',
      'dot command',
      'after i sent the message',
      'not like our data',
      'not like our final data',
    ],
  ],
  ['recipient', ['rcpt to', 'rcpt command', 'does not like recipient']],
  ['sender', ['mail from', 'sender was rejected']],
  [
    'connection',
    [
      'initial connection',
      'to ehlo',
      'to helo',
      'initial server greeting',
      'greeting failed',
      'my name was rejected',
    ],
  ],
]

function phaseIn(words: string): Phase | null {
  const plain = words.toLowerCase().replace(/\s+/g, ' ')
  // With pipelining Sendmail shows the refusal of the recipient behind DATA.
  if (plain.includes('<<< 503') || plain.includes('no valid recipients')) return 'recipient'
  return PHASES.find(([, marks]) => marks.some((mark) => plain.includes(mark)))?.[0] ?? null
}

const DAEMONS = [
  'mailer-daemon',
  'mailer_daemon',
  'maildaemon',
  'mail-daemon',
  'postmaster',
  'mail delivery',
  'mail deliver',
  'mailadmin',
  'mdaemon',
]
const SUBJECTS = [
  'undeliver',
  'returned mail',
  'delivery fail',
  'failure notice',
  'delivery status',
  'mail delivery',
  'delivery notification',
  'mail system error',
  'could not be delivered',
  'returned to sender',
  'message delayed',
  'delivery failure',
  'nondeliverable',
  'non-deliverable',
  'mail failure',
  'delivery error',
  'not delivered',
  'cannot be delivered',
  'delivery problem',
  'warning: message',
  'warning--could not send',
  'returning to sender',
  'error sending your mail',
]
const OPENINGS = [
  'could not be delivered',
  "couldn't be delivered",
  "wasn't able to deliver",
  'unable to deliver',
  'delivery to the following',
  'was not delivered',
  'undeliverable',
  'delivery failed',
  'not be delivered',
  'has been rejected',
  'failed to deliver',
  'returned mail',
  'address(es) failed',
  'permanent fatal errors',
  'delivery failure',
  'did not reach',
  'failed recipient',
  'not delivered',
  'not yet been delivered',
  'could not be sent',
  'could not be delivered to',
  'delivery errors',
  'permanent errors',
  'failed addresses',
  'envelope expired',
  'had trouble delivering',
]
const DELAYS = [
  'will be retried',
  'will continue to',
  'you do not need to resend',
  'has not yet been delivered',
  'delivery delayed',
  'message delayed',
  'delayed 24 hours',
  'has not yet been',
  'temporary failure report',
  'could not send mail for past',
  'still trying',
  'warning: could not send',
]

const headerIn = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value ?? ''
const senderOf = ({ from }: Email) => `${from?.name ?? ''} ${from?.address ?? ''}`.toLowerCase()
const has = (phrases: readonly string[], text: string) => phrases.some((phrase) => text.includes(phrase))

/** Somebody who answers the newsletter may quote or attach a report about another mail. */
function isWrittenByPerson(mail: Email): boolean {
  const header = (name: string) => headerIn(mail, name).trim().toLowerCase()
  return !(
    !mail.from?.address ||
    has(DAEMONS, senderOf(mail)) ||
    header('return-path') === '<>' ||
    header('content-type').startsWith('multipart/report') ||
    !['', 'no'].includes(header('auto-submitted')) ||
    header('x-failed-recipients') !== ''
  )
}

/** A report in words alone. */
function readWords(mail: Email, words: string, about: About): MailReport[] | null {
  const header = (name: string) => headerIn(mail, name)
  const from = senderOf(mail)
  const subject = (mail.subject ?? '').toLowerCase()
  const plain = words.toLowerCase()
  const failed = addressIn(header('x-failed-recipients').split(',')[0] ?? '')
  const isByMachine = has(DAEMONS, from) || header('return-path').trim() === '<>'
  const hasSubject = has(SUBJECTS, subject)
  const hasOpening = has(OPENINGS, plain.slice(0, 1_500))
  // People answer and forward: what they quote is no report.
  const isReport =
    failed !== null ||
    (has(DAEMONS, from) && (hasSubject || hasOpening)) ||
    (isByMachine && hasSubject && hasOpening)
  if (!isReport) return null
  const address = failed ?? firstAddress(words)
  const failure = { ...about, address, isDelayed: has(DELAYS, `${subject}\n${plain}`) }
  const said = address ? saidOf(words, address) : words
  const report = reportFailure('delivery report', {
    ...failure,
    phase: phaseIn(said) ?? phaseIn(words),
    text: said,
  })
  if (report.fault !== 'unknown') return [report]
  return [reportFailure('delivery report', { ...failure, phase: phaseIn(words), text: words })]
}

/** The address that a line begins with. */
function firstAddress(words: string): string | null {
  for (const line of words.split('\n')) {
    const [token = ''] = line.trim().split(/[\s,]/)
    const address = addressIn(token.replace(/^[<"'(]+/, '').replace(/[>:;.,"')]+$/, ''))
    if (address) return address
  }
  return null
}

function statusIn(text: string): string | null {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null
}

const LEAVING = ['opt-out', 'opt-out-list']
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other']

function feedbackReports(body: Uint8Array, about: About): MailReport[] {
  const [fields] = readFields(body, 1)
  const type = fields?.get('feedback-type')?.trim().toLowerCase() ?? ''
  const kind = LEAVING.includes(type) ? 'left' : COMPLAINTS.includes(type) ? 'complaint' : null
  // "not-spam" revokes a complaint, which has no effect here: only a new sign-up does.
  if (!fields || !kind) return []
  return [complaint(about, type, kind, addressIn(fields.get('original-rcpt-to') ?? ''))]
}

function complaint(
  { mailId = null, unsubscribeToken = null }: About,
  detail: string,
  kind: 'complaint' | 'left',
  email: string | null,
): MailReport {
  return { source: 'feedback report', kind, mailId, unsubscribeToken, email, status: null, detail }
}

/** Microsoft has a form of its own. */
function isComplaint({ from, subject }: Email): boolean {
  return (
    from?.address?.toLowerCase() === 'staff@hotmail.com' &&
    /^\s*complaint about message from/i.test(subject ?? '')
  )
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const MESSAGE_ID = new RegExp(`^[> \\t]{0,10}message-id:\\s{0,5}<(${UUID})@`, 'im')
const REFERENCE = new RegExp(`<(${UUID})@`, 'i')
const UNSUBSCRIBE = /unsubscribe\?token=(?:3D)?([\w-]{64})(?![\w-])/

/** Searches the header of the mail that came back, or what stands behind the report where no part has it, or what the report answers. */
function identify(returned: string, mail: Email, message: Uint8Array): About {
  const whole = returned || latin1(beginningOf(message)).slice(headerEnd(message))
  const answered = mail.headers
    .filter(({ key }) => key === 'references' || key === 'in-reply-to')
    .map(({ value }) => value.slice(0, 2_000))
    .join(' ')
  const mailId = MESSAGE_ID.exec(whole)?.[1] ?? REFERENCE.exec(answered)?.[1]
  return {
    mailId: mailId?.toLowerCase() ?? null,
    unsubscribeToken: UNSUBSCRIBE.exec(whole)?.[1] ?? null,
  }
}

/** Finds the end of the header of the report itself, which has a Message-ID of its own. */
function headerEnd(message: Uint8Array): number {
  const end = /\r?\n\r?\n/.exec(latin1(message.subarray(0, MOST_HEADER_BYTES)))
  return end ? end.index : 0
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

const MAX_FIELD_LINES = 2_000
const MAX_FIELD_LENGTH = 2_000

/**
 * Parses blocks of `Name: value` lines, separated by blank lines, as in a header or a report: names in lower case, folded lines joined, and
 * the first of several fields with the same name. At most `most` blocks.
 */
function readFields(bytes: Uint8Array, most: number): Map<string, string>[] {
  const blocks: Map<string, string>[] = []
  let block: Map<string, string> | null = null
  let name = ''
  for (const line of new TextDecoder('utf-8').decode(bytes).split(/\r?\n/, MAX_FIELD_LINES)) {
    if (line.trim() === '') {
      block = null
      continue
    }
    if (!block) {
      if (blocks.length === most) break
      block = new Map()
      blocks.push(block)
      name = ''
    }
    if (/^[ \t]/.test(line)) {
      const known = block.get(name)
      if (known !== undefined) block.set(name, cut(`${known} ${line.trim()}`))
      continue
    }
    const colon = line.indexOf(':')
    name = colon > 0 && colon <= 100 ? line.slice(0, colon).trim().toLowerCase() : ''
    // A repeated field is skipped, with its folded lines.
    if (block.has(name)) name = ''
    else if (name) block.set(name, cut(line.slice(colon + 1).trim()))
  }
  return blocks
}

function cut(value: string): string {
  return value.slice(0, MAX_FIELD_LENGTH)
}
