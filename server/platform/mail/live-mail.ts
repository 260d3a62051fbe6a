import type { MailSettingsState } from '#core/domain/mail-settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { createTransport } from '#server/platform/mail/create-transport.ts'
import { MailError, type MailTransport, type SendOptions } from '#server/platform/mail/mail.ts'
import {
  type MailSettingsSource,
  mailInForce,
  readMailSettingsState,
  readStoredMailSettings,
  type SenderInForce,
} from '#server/platform/mail/mail-settings.ts'
import type { MailConnection } from '#server/platform/mail/providers/mail-provider.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'

/** The mail transport of the environment, or of the settings that administrators have saved. */
export interface LiveMail extends MailSettingsSource {
  /**
   * The transport in force, by settings that are read for each call, so that every process uses a change at once. A transport never
   * changes: a caller with many mails continues with the one that it began with.
   */
  current(session?: Session): Promise<MailTransport>
  /** The state that the desk may see, without secrets. */
  readState(): Promise<MailSettingsState>
  /** A transport for a test, which its caller closes. */
  open(connection: MailConnection, from: SenderInForce): MailTransport
  close(): Promise<void>
}

/** Longer than anything is sent that began before a change. */
const RETIRE_MS = 31 * 60_000

export function openMail(options: {
  sql: Sql
  config: Pick<Config, 'mail' | 'siteUrl'>
  jwtSecret: string
}): LiveMail {
  const { sql, config, jwtSecret } = options
  const source = { environment: config.mail, box: createSecretBox(jwtSecret, 'secret of the mail server') }
  const { mail: environment, siteUrl } = config
  const open = (connection: MailConnection | null, from: SenderInForce) =>
    createTransport({ connection, from, dkim: environment.dkim, environment, siteUrl, sql })
  const retired = new Map<MailTransport, NodeJS.Timeout>()
  let inForce: { settings: string; transport: MailTransport } | null = null

  function retire(transport: MailTransport): void {
    const close = () => {
      retired.delete(transport)
      void transport.close()
    }
    retired.set(transport, setTimeout(close, RETIRE_MS).unref())
  }

  return {
    ...source,
    async current(session = sql) {
      const stored = await readStoredMailSettings(session)
      const settings = JSON.stringify(stored)
      if (inForce?.settings === settings) return inForce.transport
      const { connection, from } = mailInForce(stored, source)
      if (inForce) retire(inForce.transport)
      inForce = { settings, transport: reportingFaults(open(connection, from)) }
      return inForce.transport
    },
    readState: () => readMailSettingsState(sql, source),
    open,
    async close() {
      for (const timer of retired.values()) clearTimeout(timer)
      const transports = [...retired.keys(), ...(inForce ? [inForce.transport] : [])]
      await Promise.all(transports.map((transport) => transport.close()))
    },
  }
}

/** The same transport, which reports when mail cannot be handed over, and when it can again. */
export function reportingFaults(transport: MailTransport): MailTransport {
  const { batches } = transport
  return {
    ...transport,
    send: (mail, options) => reporting(() => transport.send(mail, options), options),
    verify: (options) => reporting(() => transport.verify(options), options),
    ...(batches && {
      batches: {
        ...batches,
        send: (request, key, options) => reporting(() => batches.send(request, key, options), options),
      },
    }),
  }
}

async function reporting(work: () => Promise<void>, { signal }: SendOptions = {}): Promise<void> {
  try {
    await work()
    endFault('mail')
  } catch (error) {
    if (isOfServer(error) && !isCancelled(signal)) reportFault('mail', error)
    throw error
  }
}

/** Returns true if other mails would fail as well. A rejected recipient shows that the server works. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof MailError)) return false
  return error.isTransportProblem || error.kind === 'uncertain' || error.problem === 'timeout'
}

/** Returns true if we gave up ourselves, other than after a time limit. */
function isCancelled(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && (signal.reason as Error | undefined)?.name !== 'TimeoutError'
}
