import type { Sql } from '#server/platform/database/connection.ts'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import type { SenderInForce } from '#server/platform/mail/mail-settings.ts'
import type { MailConnection, ProviderEnvironment } from '#server/platform/mail/providers/mail-provider.ts'
import { findServed, SERVED_PROVIDERS } from '#server/platform/mail/providers/served-providers.ts'
import { createOutboxTransport } from '#server/platform/mail/transports/outbox.ts'
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
