import type { SendDeps } from '#server/features/newsletter/send/sending-run.ts'
import type { MailError } from '#server/platform/mail/mail.ts'

/** A health check (circuit breaker) for the transport as a whole, apart from the outcomes of single messages. */
export interface TransportHealth {
  /** Called before each message: false when the transport has failed, as `problem` describes. */
  isHealthy(): Promise<boolean>
  /** Called at the end: checks the mail server if the last messages have failed. */
  finalCheck(): Promise<void>
  succeeded(): void
  /** Counts a failure of the transport. */
  failed(error: MailError): void
  problem(): string | null
}

/** The consecutive failures after which the mail server is checked. */
const FAILURES_BEFORE_CHECK = 3
/** The consecutive failures after which the transport counts as failed, whatever the check says. */
const MAX_FAILURES = 30
const CHECKS = 3
const CHECK_INTERVAL_MS = 2_000

export function watchTransport(
  { mail, wait }: Pick<SendDeps, 'mail' | 'wait'>,
  signal: AbortSignal,
): TransportHealth {
  let inARow = 0
  let unchecked = 0
  let problem: string | null = null
  let checking: Promise<void> | null = null

  async function check(): Promise<void> {
    for (let attempt = 1; attempt <= CHECKS && !signal.aborted; attempt++) {
      try {
        await mail.verify({ signal })
        unchecked = 0
        return
      } catch (error) {
        if (signal.aborted) return
        if (attempt === CHECKS) problem = error instanceof Error ? error.message : String(error)
        else await wait(CHECK_INTERVAL_MS, signal)
      }
    }
  }

  return {
    async finalCheck() {
      if (problem === null && unchecked > 0) await (checking ?? check())
    },
    async isHealthy() {
      if (problem === null && unchecked >= FAILURES_BEFORE_CHECK) {
        checking ??= check().finally(() => {
          checking = null
        })
        await checking
      }
      return problem === null
    },
    succeeded() {
      inARow = 0
      unchecked = 0
    },
    failed(error) {
      inARow += 1
      unchecked += 1
      if (inARow >= MAX_FAILURES) problem ??= error.message
    },
    problem: () => problem,
  }
}
