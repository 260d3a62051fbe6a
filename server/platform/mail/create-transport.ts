import type { Sql } from '#server/platform/database/connection.ts'
import {
  composeMessage,
  createSender,
  domainOf,
  messageIdOf,
  type Sender,
} from '#server/platform/mail/compose-message.ts'
import { MailError, type MailTransport, untilReady } from '#server/platform/mail/mail.ts'
import type { SenderInForce } from '#server/platform/mail/mail-settings.ts'
import type { MailConnection, ProviderEnvironment } from '#server/platform/mail/providers/mail-provider.ts'
import { findServed, SERVED_PROVIDERS } from '#server/platform/mail/providers/served-providers.ts'
import type { DkimConfig } from '#server/platform/smtp-config.ts'

/** The transports that have `batches`: of their requests it is known after a crash whether they were sent. */
export const TRANSPORTS_WITH_BATCHES = SERVED_PROVIDERS.flatMap(({ kind, hasBatches }) =>
  hasBatches ? [kind] : [],
)

/** A transport that never changes; the outbox without a connection. */
export function createTransport(options: {
  connection: MailConnection | null
  from: SenderInForce
  /** Signs what leaves over SMTP. */
  dkim: DkimConfig | null
  environment: ProviderEnvironment
  siteUrl: string
  sql: Sql
}): MailTransport {
  const { connection, from, dkim, environment, siteUrl, sql } = options
  const sender = createSender({ from, siteUrl })
  if (!connection) return createOutboxTransport({ sql, sender })
  return findServed(connection.kind).create({ ...connection, dkim, environment, sender })
}

/** Stores mail in the database, where administrators read it, for a site without a mail server. */
export function createOutboxTransport(options: { sql: Sql; sender: Sender }): MailTransport {
  const { sql, sender } = options
  return {
    kind: 'outbox',
    concurrency: 4,
    description: 'the outbox at /admin/outbox',
    identity: { domain: domainOf(sender), host: null, dkim: null },
    messageId: (id) => messageIdOf(id, sender),
    async send(mail, options = {}) {
      await untilReady(options)
      const { messageId, date, from, to, subject, text, html, headers } = composeMessage(mail, sender)
      const written = { ...headers, Date: date.toUTCString() }
      try {
        await sql`
          insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html, headers)
          values (${messageId}, ${`${from.name} <${from.address}>`.trimStart()}, ${to}, ${subject}, ${text}, ${html},
                  ${JSON.stringify(written)})
          -- An earlier attempt to send it was successful.
          on conflict (message_id) do nothing`
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new MailError('temporary', `The outbox could not be written: ${reason}`, { cause: error })
      }
    },
    async verify() {
      // It is a table of the database that everything else needs as well.
    },
    async close() {},
  }
}
