import type { Context } from 'hono'
import * as z from 'zod'
import { CONTENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import type { MailHealth, SendingAnswer } from '#core/domain/newsletter-sending.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { answerOf, waitForSending } from '#server/functions/sending-answer.ts'
import type { CheckDeps } from '#server/newsletter/approve/check-issue.ts'
import { sanitiseHtml } from '#server/newsletter/render/sanitise-html.ts'
import { sendContent } from '#server/newsletter/send/send-content.ts'
import { sendTest, type TestDeps } from '#server/newsletter/send/send-test.ts'
import { type StartDeps, startSending } from '#server/newsletter/send/start-sending.ts'

export type SendNewsletterDeps = AdmitDeps & StartDeps & TestDeps & CheckDeps

const request = z.strictObject({
  subject: z.string().optional(),
  content: z.string().optional(),
  testEmail: z.string().optional(),
  issueId: z.uuid().optional(),
  language: z.custom<Language>((value) => typeof value === 'string' && isLanguage(value)).optional(),
  allLanguages: z.boolean().optional(),
  again: z.boolean().optional(),
})
type Request = z.infer<typeof request>

const MALFORMED =
  'Send an object with subject and content, or with issueId; with testEmail it is sent to that address alone, in a language or in allLanguages. Subject and content that were sent within a day are sent again with again.'
const ALONE =
  'A newsletter that has been approved is sent as it is: send its issueId alone, or subject and content without it.'
/** As long as somebody waits for an answer. */
const WAIT_MS = 25_000
const NEVER_IN_A_SUBJECT = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u

/**
 * POST /functions/v1/send-newsletter: sends an issue that was approved, or a subject and a content, to all active subscribers, once; or a
 * test to one address. Without anything it says whether mail can leave. The answer comes at the end of a sending, or after a while; it goes
 * on all the same.
 */
export function createSendNewsletter(deps: SendNewsletterDeps, waitMs = WAIT_MS) {
  return async (c: Context): Promise<Response> => {
    const claims = await admitAdministrator(c, deps, 'newsletter')
    if (claims instanceof Response) return claims
    const parsed = request.safeParse(await readBody(c))
    if (!parsed.success) return refuse(c, MALFORMED)
    const asked = parsed.data
    c.header('cache-control', 'no-store')
    if (Object.keys(asked).length === 0) return c.json(await readHealth(deps))
    const flaw = flawOf(asked)
    if (flaw) return refuse(c, flaw)
    const actor = typeof claims.sub === 'string' ? claims.sub : null
    if (asked.testEmail !== undefined) return test(c, deps, asked, actor)

    const { issueId, subject = '', content = '', again = false } = asked
    const started =
      issueId === undefined
        ? await sendContent(deps, { subject: subject.trim(), content, again, actor })
        : { ...(await startSending(deps, issueId, actor)), issueId }
    if (started.status === 'refused' || started.issueId === null)
      return refuse(c, started.status === 'refused' ? started.reason : MALFORMED, 409)
    const progress = await waitForSending(deps.sql, started.issueId, { waitMs, signal: c.req.raw.signal })
    if (!progress) return refuse(c, 'The newsletter has been deleted.', 404)
    return c.json(await answerOf(deps.sql, progress))
  }
}

async function readBody(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is wrong with a request, in the words of the desk, or null. */
function flawOf({ subject, content, testEmail, ...asked }: Request): string | null {
  const isTest = testEmail !== undefined
  if (isTest) {
    const address = testEmail.trim()
    if (address === '') return 'Please enter a test email address'
    if (address.length > EMAIL_MAX_LENGTH) return 'Email too long'
    if (!EMAIL_PATTERN.test(address)) return 'Invalid email address'
    if (asked.again !== undefined || (asked.allLanguages && asked.language !== undefined)) return MALFORMED
    if (asked.allLanguages && asked.issueId === undefined) return MALFORMED
  } else if (asked.language !== undefined || asked.allLanguages !== undefined) return MALFORMED
  if (asked.issueId !== undefined) {
    const isEdited = subject !== undefined || content !== undefined
    if (!isTest && (isEdited || asked.again !== undefined)) return ALONE
    if (!isEdited) return null
    return flawOfText(subject ?? '–', content ?? '–')
  }
  return flawOfText(subject ?? '', content ?? '')
}

function flawOfText(subject: string, content: string): string | null {
  if (content.length > CONTENT_MAX_LENGTH)
    return `The content must have ${CONTENT_MAX_LENGTH.toLocaleString('en')} characters or less`
  if (subject.trim() === '' || isBlank(content)) return 'Please fill in both subject and content'
  if ([...subject.trim()].length > SUBJECT_MAX_LENGTH)
    return `Subject must be ${SUBJECT_MAX_LENGTH} characters or less`
  if (NEVER_IN_A_SUBJECT.test(subject) || !subject.isWellFormed())
    return 'The subject must be one line of plain text'
  if (content.includes('\0') || !content.isWellFormed()) return 'The content must be text'
  return null
}

/** Whether readers would see nothing of it. */
function isBlank(content: string): boolean {
  if (content.trim() === '') return true
  const shown = sanitiseHtml(content)
  return !/<(?:img|hr)\b/.test(shown) && shown.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}

async function test(
  c: Context,
  deps: SendNewsletterDeps,
  {
    testEmail = '',
    issueId = null,
    language = DEFAULT_LANGUAGE,
    ...asked
  }: Omit<Request, 'issueId'> & {
    issueId?: string | null | undefined
  },
  actor: string | null,
): Promise<Response> {
  const { allLanguages = false, subject, content } = asked
  const to = testEmail.trim()
  const result = await sendTest(deps, { to, issueId, language, allLanguages, subject, content, actor })
  if (result.status === 'gone') return refuse(c, 'There is no such edition of the newsletter.', 404)
  if (result.status === 'failed') return refuse(c, result.reason, 503)
  const answer: SendingAnswer = {
    success: true,
    totalSent: result.messages,
    totalSubscribers: result.messages,
    errors: [],
    issueId,
    running: false,
  }
  return c.json(answer)
}

/** Asks the mail server, too. */
async function readHealth({ mail }: Pick<SendNewsletterDeps, 'mail'>): Promise<MailHealth> {
  const problem = await mail.verify().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const { kind, description } = mail
  return {
    status: problem === null ? 'ok' : 'problem',
    hasResendKey: kind === 'resend',
    transport: { kind, description, ok: problem === null, problem },
  }
}

const refuse = (c: Context, error: string, status: 400 | 404 | 409 | 503 = 400) =>
  c.json({ success: false, error }, status)
