import { createHash } from 'node:crypto'

/** A hash over many messages, to compare what was sent with what was rehearsed. */
export interface BodyDigest {
  /** Messages have to be added in the order of the ids of their recipients. */
  add(subscriberId: string, message: { subject: string; html: string; text: string }): void
  value(): string
}

export function createBodyDigest(): BodyDigest {
  const hash = createHash('sha256')
  return {
    add(subscriberId, { subject, html, text }) {
      // With the lengths, so that no character can move from one part to the next.
      hash.update(`${subscriberId} ${subject.length} ${html.length} ${text.length}\n`)
      hash.update(subject).update(html).update(text)
    },
    value: () => hash.digest('hex'),
  }
}
