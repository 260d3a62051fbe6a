import { setTimeout as wait } from 'node:timers/promises'

const REMEMBERED = 20
/** What a mail server usually takes, until one has been seen. */
const FIRST_GUESS_MS = 250

export interface HandoverTimes {
  /** Notes how long a real hand-over took. */
  record(milliseconds: number): void
  /** Takes as long as one of the last hand-overs took. */
  waitAsLong(): Promise<void>
}

/**
 * An answer without a mail must not come faster than one with a mail: it would tell a stranger which addresses have
 * been signed up. It takes the time of a recent hand-over, picked at random, because times that are always the same
 * would give it away just as well.
 */
export function createHandoverTimes({ random = Math.random } = {}): HandoverTimes {
  const recent: number[] = []
  return {
    record(milliseconds) {
      recent.push(milliseconds)
      if (recent.length > REMEMBERED) recent.shift()
    },
    async waitAsLong() {
      await wait(recent[Math.floor(random() * recent.length)] ?? FIRST_GUESS_MS)
    },
  }
}
