import { endFault, reportFault } from '#server/platform/faults/faults.ts'
import { MailError, type MailTransport, type SendOptions } from '#server/platform/mail/mail.ts'

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
