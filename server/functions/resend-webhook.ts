import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { clientIp, type RequestBindings } from '#server/http/client-ip.ts'
import { readResendEvent } from '#server/newsletter/reports/read-resend-event.ts'
import { type MailReport, recordBounce } from '#server/newsletter/reports/record-bounce.ts'
import { isSignedBySvix, keyOfSecret } from '#server/newsletter/reports/verify-svix.ts'
import type { SiteServices } from '#server/services.ts'

/** An event may quote what a mail server said. */
const limitBody = bodyLimit({
  maxSize: 256 * 1024,
  onError: (c) => c.json({ error: 'The request is too large.' }, 413),
})

type Deps = Pick<SiteServices, 'sql' | 'limits' | 'trustProxy' | 'resendWebhookSecret'>

/**
 * POST /functions/v1/resend-webhook: what Resend tells of mails that it was given. Events that change nothing here are taken with 200, also those
 * of types that do not exist yet: Resend would repeat them for a day, and then stop telling us anything.
 */
export function createResendWebhook({ sql, limits, trustProxy, resendWebhookSecret: secret }: Deps) {
  const key = secret === null ? null : keyOfSecret(secret)
  return async (c: Context<{ Bindings: RequestBindings }>): Promise<Response> => {
    if (!key) return c.json({ error: 'RESEND_WEBHOOK_SECRET is not set.' }, 503)
    // Counted before the body is read, and uncounted when the signature is right: Resend sends thousands from a few addresses.
    const address = clientIp(c, trustProxy)
    const wait = await limits.take('forged-webhook', address)
    if (wait > 0) {
      c.header('retry-after', String(wait))
      return c.json({ error: 'Too many events that Resend did not sign. Please try again later.' }, 429)
    }
    const header = (name: string) => c.req.header(name) ?? ''
    const id = header('svix-id')
    const signed = { id, timestamp: header('svix-timestamp'), signature: header('svix-signature') }
    const tooLarge = await limitBody(c, async () => {})
    if (tooLarge) return tooLarge
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (!isSignedBySvix(signed, body, key))
      return c.json({ error: 'This event was not signed by Resend within the last five minutes.' }, 401)
    await limits.refund('forged-webhook', address)

    const reports = readResendEvent(parse(body))
    if (!reports) return c.json({ error: 'This is no event of Resend.' }, 400)
    if (reports.length > 0) await recordOnce(sql, id, reports)
    return c.json({ received: true })
  }
}

/** Records what an event reports, in one transaction with its id: an event that is repeated is recorded once. */
async function recordOnce(sql: Deps['sql'], svixId: string, reports: MailReport[]): Promise<void> {
  await sql.transaction(async (transaction) => {
    const isNew = await transaction`
      insert into private.resend_events (svix_id) values (${svixId}) on conflict do nothing returning svix_id`
    if (isNew.length === 0) return
    for (const report of reports) await recordBounce(transaction, report)
  })
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
