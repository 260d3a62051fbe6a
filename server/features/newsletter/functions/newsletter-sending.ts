import * as z from 'zod'
import { CONTENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import type { MailHealth, SendingAction, SendingAnswer } from '#core/domain/newsletter-sending.ts'
import { isPlain } from '#core/domain/setting-texts.ts'
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#core/domain/subscriber.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'
import type { CheckDeps } from '#server/features/newsletter/approve/check-issue.ts'
import { alongside, refuseBeside } from '#server/features/newsletter/functions/newsletter-approval.ts'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'
import {
  type ControlResult,
  cancelSending,
  pauseSending,
  resendUncertain,
  resumeSending,
  retryFailed,
} from '#server/features/newsletter/send/control-sending.ts'
import { sendContent } from '#server/features/newsletter/send/send-content.ts'
import { sendTest, type TestDeps } from '#server/features/newsletter/send/send-test.ts'
import { answerOf, readProgress, waitForSending } from '#server/features/newsletter/send/sending-progress.ts'
import { type StartDeps, startSending } from '#server/features/newsletter/send/start-sending.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { WAIT_MS } from '#server/platform/http/keep-alive-response.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'
import { answer, refuse, type UserCall, withBody } from '#server/supabase/functions/call.ts'
import { type Demand, holdsFor, MAY_SEND } from '#server/supabase/functions/requirement.ts'

const MAX_DELIVERIES = 1_000

interface Control {
  issueId: string
  actor: string | null
  deliveryIds: number[] | undefined
  alongside: string[] | undefined
}
type Act = (deps: StartDeps, control: Control) => Promise<ControlResult>

const ACTS = {
  pause: pauseSending,
  resume: resumeSending,
  'retry-failed': retryFailed,
  'resend-uncertain': resendUncertain,
  cancel: cancelSending,
} satisfies Record<SendingAction, Act>
const ACTIONS = Object.keys(ACTS) as SendingAction[]

/** Pauses, resumes or cancels the sending of an issue, or sends again what failed or is uncertain. */
export const controlNewsletter = withBody(
  z
    .strictObject({
      issueId: z.uuid(),
      action: z.enum(ACTIONS),
      /** The uncertain deliveries that are sent again; all by default. */
      deliveryIds: z.array(z.int().positive()).min(1).max(MAX_DELIVERIES).optional(),
      alongside,
    })
    .refine(({ action, deliveryIds }) => !deliveryIds || action === 'resend-uncertain'),
  `Send an object with issueId and action, one of ${ACTIONS.join(', ')}; with resend-uncertain also deliveryIds, 1 to ${MAX_DELIVERIES} of them, unless all are meant, and alongside, the ids of issues that may go to the same people within a day.`,
  async (deps: StartDeps, { action, ...control }, { userId }) => {
    const { issueId, deliveryIds, alongside } = control
    const result = await ACTS[action](deps, { issueId, deliveryIds, alongside, actor: userId })
    if (result.status === 'refused') return refuse(409, result.reason)
    if (result.status === 'beside') return refuseBeside(issueId, result.others, deps.settings.current())
    return answer(await readProgress(deps.sql, issueId))
  },
)

/** Responds with the progress of the sending of an issue. */
export const readNewsletterProgress = withBody(
  z.strictObject({ issueId: z.uuid() }),
  'Send an object with issueId, the id of an issue.',
  async ({ sql }: Pick<FunctionDeps, 'sql'>, { issueId }) => {
    const progress = await readProgress(sql, issueId)
    return progress ? answer(progress) : refuse(404, 'There is no such newsletter.')
  },
)

type Deps = StartDeps & TestDeps & CheckDeps & Pick<FunctionDeps, 'waitMs'>

const input = z.strictObject({
  subject: z.string().optional(),
  content: z.string().optional(),
  testEmail: z.string().optional(),
  issueId: z.uuid().optional(),
  language: z.custom<Language>((value) => typeof value === 'string' && isLanguage(value)).optional(),
  allLanguages: z.boolean().optional(),
  again: z.boolean().optional(),
  intoOutbox: z.boolean().optional(),
  alongside,
})
type Asked = z.infer<typeof input>

const MALFORMED =
  'Send an object with subject and content, or with issueId; with testEmail it is sent to that address alone, in a language or in allLanguages. Subject and content that were sent within a day are sent again with again. With intoOutbox the messages stay in the outbox of a site without a mail server. In alongside are the ids of issues that may go to the same people within a day.'
const ALONE =
  'A newsletter that has been approved is sent as it is: send its issueId, with intoOutbox if it is to stay in the outbox, or subject and content without it.'
const TEST_IN_OUTBOX = 'The test is in the outbox, because no mail leaves this site.'
const SERVER_UNNAMED = 'the mail server of this site'
const PROBLEM_UNNAMED = 'Mail cannot leave at the moment. Ask an administrator, who sees why.'

/**
 * Sends an approved issue, or a subject and a content, to all active subscribers, once; or a test to one address. An empty request checks
 * the mail server. The response comes at the end of the sending, or after `waitMs` while the sending continues.
 */
export async function sendNewsletter(
  deps: Deps,
  { request, userId, claims, demandAgain: demand }: UserCall,
): Promise<Response> {
  const { sql, waitMs = WAIT_MS } = deps
  const parsed = input.safeParse(await readBody(request))
  if (!parsed.success) return refuseSending(MALFORMED)
  const asked = parsed.data
  if (Object.keys(asked).length === 0) {
    const maySend = await sql.transaction((transaction) => holdsFor(transaction, claims, MAY_SEND.condition))
    return answer(await readHealth(deps, { namesServer: maySend }))
  }
  const flaw = await flawOf(asked)
  if (flaw) return refuseSending(flaw)
  if (asked.testEmail !== undefined) {
    const to = asked.testEmail.trim()
    await sql.transaction((transaction) => demand(transaction, mayTestWith(to)))
    return test(deps, asked, userId)
  }

  const demandAgain = (transaction: Session) => demand(transaction, MAY_SEND)
  await sql.transaction(demandAgain)
  const { issueId, subject = '', content = '', again = false, intoOutbox, alongside } = asked
  const started =
    issueId === undefined
      ? await sendContent(deps, {
          subject: subject.trim(),
          content,
          again,
          intoOutbox,
          alongside,
          actor: userId,
          demandAgain,
        })
      : { ...(await startSending(deps, issueId, userId, { intoOutbox, alongside, demandAgain })), issueId }
  if (started.status === 'refused' || started.issueId === null)
    return refuseSending(started.status === 'refused' ? started.reason : MALFORMED, 409)
  if (started.status === 'beside')
    return refuseBeside(started.issueId, started.others, deps.settings.current(), { success: false })
  const progress = await waitForSending(sql, started.issueId, { waitMs, signal: request.signal })
  if (!progress) return refuseSending('The newsletter has been deleted.', 404)
  const showsAddresses = await sql.transaction((transaction) =>
    holdsFor(transaction, claims, fragment`private.is_allowed('addresses')`),
  )
  return answer(await answerOf(sql, progress, { showsAddresses }))
}

/** Lets people who may not send mail a test to their own address. */
const mayTestWith = (to: string): Demand => ({
  condition: fragment`private.is_allowed('send')
    or exists (select from auth.users where id = auth.uid() and lower(email) = ${to.toLowerCase()})`,
  refusal: 'A test goes to your own address only. An administrator can allow you more.',
})

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text()
  return text.trim() === '' ? {} : parseJson(text)
}

/** Tells why a request is invalid, in the words of the desk, or null. */
async function flawOf({ subject, content, testEmail, ...asked }: Asked): Promise<string | null> {
  const isTest = testEmail !== undefined
  if (isTest) {
    const address = testEmail.trim()
    if (address === '') return 'Please enter a test email address'
    if (address.length > EMAIL_MAX_LENGTH) return 'Email too long'
    if (!EMAIL_PATTERN.test(address)) return 'Invalid email address'
    if (
      asked.again !== undefined ||
      asked.intoOutbox !== undefined ||
      asked.alongside !== undefined ||
      (asked.allLanguages && asked.language !== undefined)
    )
      return MALFORMED
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

async function flawOfText(subject: string, content: string): Promise<string | null> {
  if (content.length > CONTENT_MAX_LENGTH)
    return `The content must have ${CONTENT_MAX_LENGTH.toLocaleString('en')} characters or less`
  if (subject.trim() === '' || (await isBlank(content))) return 'Please fill in both subject and content'
  if ([...subject.trim()].length > SUBJECT_MAX_LENGTH)
    return `Subject must be ${SUBJECT_MAX_LENGTH} characters or less`
  if (!isPlain(subject)) return 'The subject must be one line of plain text'
  if (content.includes('\0') || !content.isWellFormed()) return 'The content must be text'
  return null
}

/** Tells whether readers would see nothing. */
async function isBlank(content: string): Promise<boolean> {
  if (content.trim() === '') return true
  const place = 'server/features/newsletter/render/sanitise-html.ts#sanitiseHtml'
  const shown = await offTurn(place, sanitiseHtml, content)
  return !/<(?:img|hr)\b/.test(shown) && shown.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}

async function test(
  deps: Deps,
  { testEmail = '', issueId, language = DEFAULT_LANGUAGE, ...asked }: Asked,
  actor: string,
): Promise<Response> {
  const { allLanguages = false, subject, content } = asked
  const test = {
    to: testEmail.trim(),
    issueId: issueId ?? null,
    language,
    allLanguages,
    subject,
    content,
    actor,
  }
  const result = await sendTest(deps, test)
  if (result.status === 'gone') return refuseSending('There is no such edition of the newsletter.', 404)
  if (result.status === 'failed') return refuseSending(result.reason, 503)
  return answer({
    success: true,
    totalSent: result.messages,
    totalSubscribers: result.messages,
    errors: [],
    ...(result.inOutbox && { inOutbox: true, message: TEST_IN_OUTBOX }),
    issueId: issueId ?? null,
    running: false,
  } satisfies SendingAnswer)
}

/** Checks the mail server, and describes the transport; to who may not send, without the server and what it said. */
async function readHealth(
  deps: Pick<Deps, 'mail'>,
  { namesServer }: { namesServer: boolean },
): Promise<MailHealth> {
  const mail = await deps.mail.current()
  const problem = await mail.verify().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const { kind, description } = mail
  return {
    status: problem === null ? 'ok' : 'problem',
    hasResendKey: kind === 'resend',
    transport: {
      kind,
      description: namesServer || kind === 'outbox' ? description : SERVER_UNNAMED,
      ok: problem === null,
      problem: namesServer ? problem : problem && PROBLEM_UNNAMED,
    },
  }
}

const refuseSending = (error: string, status = 400) => refuse(status, error, { more: { success: false } })
