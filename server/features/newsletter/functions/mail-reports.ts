import * as z from 'zod'
import { MAIL_PROVIDERS } from '#core/domain/mail-providers.ts'
import { bringBackBounced, findWronglyEnded } from '#server/features/newsletter/reports/bounces.ts'
import {
  fromProvider,
  receiveMail,
  receiveReports,
} from '#server/features/newsletter/reports/receive-reports.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { readStoredMailSettings, webhookAccounts } from '#server/platform/mail/mail-settings.ts'
import type { MailWebhook, SignedRequest } from '#server/platform/mail/providers/mail-provider.ts'
import { findServed } from '#server/platform/mail/providers/served-providers.ts'
import { answer, type Call, refuse, withBody } from '#server/supabase/functions/call.ts'
import type { FunctionEntry } from '#server/supabase/functions/index.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'subscriberLinks'>

/**
 * Takes a delivery report or a complaint as it arrived at the return path. Responds with the number of recipients that it names, and of those
 * that are suppressed. Any other mail gets 422, with which `deploy/report-bounce` gives it to people.
 */
export async function reportBounce(deps: Deps, { request }: Call): Promise<Response> {
  const received = await receiveMail(deps, 'pipe', new Uint8Array(await request.arrayBuffer()))
  return received ? answer(received) : refuse(422, 'This mail is neither a delivery report nor a complaint.')
}

/** Brings back a subscriber who was ended by a report that does not say that the mailbox is gone. */
export const undoBounce = withBody(
  z.strictObject({ id: z.uuid() }),
  'Send the id of one subscriber as id.',
  ({ sql }: Pick<Deps, 'sql'>, { id }, { userId }) =>
    sql.transaction(async (transaction) => {
      const [wronglyEnded] = await findWronglyEnded(transaction, id)
      if (!wronglyEnded || !(await bringBackBounced(transaction, id, userId))) return refuse(409, REALLY_GONE)
      return answer({ id })
    }),
)

const REALLY_GONE =
  'Their mail server said that this mailbox does not exist. They can subscribe again themselves.'

type WebhookDeps = Pick<FunctionDeps, 'sql' | 'mail' | 'subscriberLinks' | 'documents'>

/** A provider quotes what a mail server said, and the header of the mail. */
const BODY_LIMIT = 256 * 1024
const CONFIRM_TIMEOUT_MS = 10_000

/** The webhooks of all providers that report what became of mails. */
export const MAIL_WEBHOOKS: Record<string, FunctionEntry<WebhookDeps>> = Object.fromEntries(
  MAIL_PROVIDERS.flatMap(({ kind, name, reports }) => {
    const { webhook } = findServed(kind)
    return reports && webhook ? [[`${kind}-webhook`, entryOf(kind, name, webhook)]] : []
  }),
)

function entryOf(kind: string, name: string, webhook: MailWebhook): FunctionEntry<WebhookDeps> {
  return {
    method: 'POST',
    access: 'signed by its sender',
    limit: 'forged-webhook',
    tooMany: `events that ${name} did not sign`,
    type: null,
    bodyLimit: BODY_LIMIT,
    refuseUnsigned: (deps, request) => refuseUnsigned(deps, { kind, name, webhook }, request),
    handle: (deps, call) => receiveEvent(deps, { kind, name, webhook }, call),
  }
}

interface Provider {
  kind: string
  name: string
  webhook: MailWebhook
}

async function refuseUnsigned(
  { sql, mail, documents }: WebhookDeps,
  { kind, name, webhook }: Provider,
  request: SignedRequest,
): Promise<Response | null> {
  const accounts = webhookAccounts(kind, await readStoredMailSettings(sql), mail)
  if (accounts.length === 0) return refuse(503, `The webhook of ${name} is not set up.`)
  for (const account of accounts) if (await webhook.isSigned(request, account, { documents })) return null
  return refuse(401, `This event was not signed by ${name} for this site, or not lately.`)
}

/**
 * Events that change nothing, also of unknown types, get status 200: otherwise a provider would repeat them for hours, and then disable the
 * webhook.
 */
async function receiveEvent(
  deps: WebhookDeps,
  { kind, name, webhook }: Provider,
  { request }: Call,
): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  const event = webhook.read({ headers: request.headers, body })
  if (!event) return refuse(400, `This is no event of ${name}.`)
  const reports = event.reports.map((report) => fromProvider(kind, report))
  if (event.confirm) {
    const { status } = await deps.documents
      .request(event.confirm, { accept: '*/*', timeoutMs: CONFIRM_TIMEOUT_MS, onRedirect: refuseRedirect })
      .catch(() => ({ status: 0 }))
    if (status !== 200) return refuse(502, `${name} did not answer the confirmation.`)
  }
  await receiveReports(deps, { way: kind, id: event.id, reports })
  return answer({ received: true })
}

function refuseRedirect(next: URL): never {
  throw new Error(`It leads to ${next.host}`)
}
