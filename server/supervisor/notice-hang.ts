import type { ChildProcess } from 'node:child_process'
import type { FromProcess, ToProcess } from '#server/supervisor/messages.ts'

const ASK_MS = 2_000
/** Unanswered questions in a row, not seconds: a machine that was suspended has asked none meanwhile. */
const MOST_UNANSWERED = 10
/** Until its first answer a process loads its program. */
const MOST_AT_FIRST = 60

/** How long a process may be silent, in words. */
export const SILENCE = `${(ASK_MS * MOST_UNANSWERED) / 1000} seconds`

/**
 * Asks a process again and again whether it works, and calls back once it has been silent for too long: its event loop is blocked, or
 * it was stopped, so that neither its clients nor its channel would ever tell.
 */
export function noticeHang(child: ChildProcess, onHang: () => void): void {
  let unanswered = 0
  let most = MOST_AT_FIRST
  child.on('message', ({ kind }: FromProcess) => {
    if (kind !== 'alive') return
    unanswered = 0
    most = MOST_UNANSWERED
  })
  const asking = setInterval(() => {
    if (!child.connected) return
    unanswered += 1
    if (unanswered > most) {
      clearInterval(asking)
      onHang()
    } else child.send({ kind: 'is alive' } satisfies ToProcess, () => {})
  }, ASK_MS)
  child.once('exit', () => clearInterval(asking))
  asking.unref()
}
