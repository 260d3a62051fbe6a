import type { Attachment } from 'postal-mime'
import { addressOf } from '#server/features/newsletter/reports/read-resend-event.ts'
import { type MailReport, reportFailure } from '#server/features/newsletter/reports/record-bounce.ts'

const MIME_LIMITS = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0 }
/** Further recipients are ignored; a report about one of our mails has one. */
const MOST_RECIPIENTS = 20
/** The limits of what is parsed: the report comes first, then the returned mail. The parser is slow for each line. */
const MOST_BYTES = 256 * 1024
const MOST_LINES = 5_000
/** Of the returned mail only the header is read. */
const MOST_HEADER_BYTES = 64 * 1024

/**
 * Parses a delivery report (RFC 3464) or a feedback report (RFC 5965). Null for any other mail. The mail that it is about is identified by
 * our Message-ID in the returned part.
 */
export async function readMailReport(message: Uint8Array): Promise<MailReport[] | null> {
  const attachments = await readParts(message)
  const of = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))
  const returned = of('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const mailId = returned ? mailIdIn(bytesOf(returned)) : null

  const status = of('message/delivery-status', 'message/global-delivery-status')
  if (status) return deliveryReports(bytesOf(status), mailId)
  const feedback = of('message/feedback-report')
  return feedback ? feedbackReports(bytesOf(feedback), mailId) : null
}

/** The parser is loaded on first use, because most processes never get a report. */
async function readParts(message: Uint8Array): Promise<Attachment[]> {
  const { default: PostalMime } = await import('postal-mime')
  try {
    const { attachments } = await PostalMime.parse(beginningOf(message), {
      ...MIME_LIMITS,
      forceRfc822Attachments: true,
    })
    return attachments
  } catch {
    // Nested too deeply, or with too many headers.
    return []
  }
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

/** The first block describes the mail, each further one a recipient. */
function deliveryReports(body: Uint8Array, mailId: string | null): MailReport[] {
  const [, ...recipients] = readFields(body, MOST_RECIPIENTS + 1)
  return recipients.flatMap((fields) => {
    const action = fields.get('action')?.trim().toLowerCase()
    const status = statusIn(fields.get('status') ?? '')
    if (action !== 'delayed' && (action !== 'failed' || status?.startsWith('2.'))) return []
    const recipient = fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''
    return reportFailure('delivery report', {
      mailId,
      address: addressOf(recipient.replace(/^[^;]*;/, '')),
      status,
      isDelayed: action === 'delayed',
      text: fields.get('diagnostic-code') ?? null,
    })
  })
}

function statusIn(text: string): string | null {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(text)?.[1] ?? null
}

const LEAVING = ['opt-out', 'opt-out-list']
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'other']

function feedbackReports(body: Uint8Array, mailId: string | null): MailReport[] {
  const [fields] = readFields(body, 1)
  const type = fields?.get('feedback-type')?.trim().toLowerCase() ?? ''
  const kind = LEAVING.includes(type) ? 'left' : COMPLAINTS.includes(type) ? 'complaint' : null
  // "not-spam" revokes a complaint, which has no effect here: only a new sign-up does.
  if (!fields || !kind) return []
  const email = addressOf(fields.get('original-rcpt-to') ?? '')
  return [{ source: 'feedback report', kind, mailId, email, status: null, detail: type }]
}

/** The id in the Message-ID of a mail of ours. */
function mailIdIn(message: Uint8Array): string | null {
  const [header] = readFields(message.subarray(0, MOST_HEADER_BYTES), 1)
  const id = header?.get('message-id') ?? ''
  return (
    /^\s*<([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i.exec(id)?.[1]?.toLowerCase() ??
    null
  )
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
