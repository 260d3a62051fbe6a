import type { Fault } from '#core/domain/subscriber-record.ts'
import { faultInWords } from '#server/features/newsletter/reports/failure-words.ts'

/** The facts that are known about one recipient's failure, from whichever report. Codes that are left out are read from the text. */
export interface MailFailure {
  /** The recipient. */
  address?: string | null
  /** The id in our Message-ID. */
  mailId?: string | null
  /** From the link to unsubscribe in the mail that came back; signed by us, and not checked yet. */
  unsubscribeToken?: string | null
  /** To what the server replied: the connection, our own address, the recipient, or the whole message. */
  phase?: Phase | null
  /** The three digits of the reply (RFC 5321). */
  basicCode?: number | null
  /** The enhanced code of the reply (RFC 3463). */
  enhancedCode?: string | null
  /** The code that the reporting program made, which may be no more than its guess. */
  status?: string | null
  /** The words of the report, at best the reply of the receiving server. */
  text?: string | null
  /** The host that said it. */
  saidBy?: string | null
  /** True if it is still being tried. */
  isDelayed?: boolean
}

export type Phase = 'connection' | 'sender' | 'recipient' | 'message'

/** More of a text is not read. */
const MOST_TEXT = 2_000

interface Reply {
  basicCode: number | null
  enhancedCode: string | null
}

const BASIC =
  /(?<![\w.])(4[25]\d|50[0-4]|52[1-9]|53[0458]|541|55[0-9]|57[01])(?=$|[\s\-:;,'"<(#[])[\s\-:;,'"<([]{0,3}#?(?:([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?/
const ENHANCED = /(?<![\d.])([245]\.[0-7]\.\d{1,3})(?![\d.])/

/** The codes in the reply of a server, such as `smtp; 550-5.1.1 No such user`. */
export function readReply(text: string): Reply {
  const short = text.slice(0, MOST_TEXT)
  const reply = BASIC.exec(short)
  return {
    basicCode: reply ? Number(reply[1]) : null,
    enhancedCode: reply?.[2] ?? ENHANCED.exec(short)?.[1] ?? null,
  }
}

/** The code as a report shows it: what the server gave, else what the reporting program made of it. */
export function enhancedCodeOf({ enhancedCode, status, text }: MailFailure): string | null {
  return enhancedCode ?? readReply(text ?? '').enhancedCode ?? status ?? null
}

/**
 * Classifies a failure. Only `gone` ends a subscription, so it needs a code or words that are certain, and nothing that contradicts them:
 *
 * 1. A reply that begins with 4 is temporary, whatever else is said (RFC 5321, 4.2.1).
 * 2. Words that are certain come before codes, because many servers have one code for everything.
 * 3. The enhanced code of the reply comes before the status of the report: Exim writes 5.0.0 for everything, Sendmail makes 5.1.1 of every
 *    550 at RCPT, Postfix 5.0.0 of a reply without an enhanced code. A status counts for itself only where no reply is reported.
 * 4. The basic code says the rest: 552 is storage (RFC 5321, 4.2.3), 521 and 556 are of hosts that accept no mail (RFC 7504).
 * 5. A refusal of the whole message is about the message, so it never says `gone`.
 */
export function classifyFailure(failure: MailFailure): Fault {
  if (failure.isDelayed) return 'temporary'
  const text = (failure.text ?? '').slice(0, MOST_TEXT)
  const said = readReply(text)
  const basicCode = failure.basicCode ?? said.basicCode
  const enhancedCode = failure.enhancedCode ?? said.enhancedCode
  const hasReply = basicCode !== null || enhancedCode !== null
  const code = enhancedCode ?? failure.status ?? null
  if (basicCode !== null ? basicCode < 500 : code?.startsWith('4.')) {
    return basicCode === null && code?.startsWith('4.4.') ? 'network' : 'temporary'
  }
  const byCode = faultOfCode(code)
  const words = faultInWords(basicCode === null ? text : replyIn(text))
  const byWords = isCertain(words, byCode, code) ? words : null
  const isGuess = byCode === 'gone' && hasReply && enhancedCode === null
  const fault = byWords ?? (isGuess ? null : byCode) ?? FAULTS_OF_BASIC_CODES.get(basicCode ?? 0) ?? 'unknown'
  if (failure.phase === 'message' && fault === 'unknown') return 'content'
  if (failure.phase === 'message' && fault === 'gone') return 'unknown'
  if (isAboutUs(failure.phase) && ['gone', 'unknown'].includes(fault)) return 'policy'
  return fault
}

/** Finds the reply of the server, without what the program says around it. */
function replyIn(text: string): string {
  const [reply = ''] = text.slice(BASIC.exec(text)?.index ?? 0).split(/giving up on/i)
  return reply
}

/** Tells whether it failed before a recipient was named, so that nothing can be said of one. */
function isAboutUs(phase: Phase | null | undefined): boolean {
  return phase === 'connection' || phase === 'sender'
}

/** Enhanced codes after their class (RFC 3463, 5248, 7372, 7505), the exact ones first. Generic codes (x.0.0, x.1.0, x.2.0) say nothing, and a disabled mailbox (x.2.1) may be enabled again. */
const FAULTS_OF_CODES: readonly (readonly [subject: string, Fault])[] = [
  ['1.0', 'unknown'],
  ['1.4', 'unknown'],
  ['1.7', 'policy'],
  ['1.8', 'policy'],
  ['1.9', 'policy'],
  ['1.', 'gone'],
  ['2.2', 'full'],
  ['2.3', 'size'],
  ['2.', 'unknown'],
  ['3.4', 'size'],
  ['3.', 'temporary'],
  ['4.', 'network'],
  ['5.', 'policy'],
  ['6.', 'content'],
  ['7.', 'policy'],
]

/** Tells whether words come before a code. */
function isCertain(words: Fault | null, byCode: Fault | null, code: string | null): boolean {
  if (words === 'gone') return byCode === 'gone' || isVague(code)
  if (words === 'unknown') return byCode === null || byCode === 'network' || isVague(code)
  return true
}

/** A code that some servers have for everything, so that their words are needed. */
function isVague(code: string | null): boolean {
  return code === null || /\.(?:0\.\d+|[1235]\.0|3\.2|4\.4|5\.1)$/.test(code)
}

function faultOfCode(code: string | null): Fault | null {
  const detail = code?.slice(2) ?? '0.0'
  const fault = FAULTS_OF_CODES.find(
    ([subject]) => subject === detail || (subject.endsWith('.') && detail.startsWith(subject)),
  )?.[1]
  return fault === undefined || fault === 'unknown' ? null : fault
}

/** RFC 5321, 4.2.3; RFC 1846 and 7504 for 521 and 556. What is not here can mean anything. */
const FAULTS_OF_BASIC_CODES: ReadonlyMap<number, Fault> = new Map([
  [500, 'policy'],
  [501, 'policy'],
  [502, 'policy'],
  [503, 'policy'],
  [504, 'policy'],
  [523, 'size'],
  [530, 'policy'],
  [534, 'policy'],
  [535, 'policy'],
  [538, 'policy'],
  [552, 'full'],
  [555, 'policy'],
  [556, 'gone'],
])
