import { randomBytes, randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'

export interface BareTask {
  url: string
  count: number
  /** A message as it is sent to one recipient. */
  sample: { subject: string; html: string; text: string; headers: Record<string, string> }
  /** The parts of it that differ between recipients: tokens of this length. */
  tokens: string[]
}

/** The least that a program with nodemailer can do: a pool, a counter, and the bytes of a newsletter. */
process.on('message', async ({ url, count, sample, tokens }: BareTask) => {
  const pool = createTransport({ pool: true, maxConnections: 5, url })
  const fill = (text: string, own: string[]) =>
    tokens.reduce((filled, token, index) => filled.replaceAll(token, own[index] ?? ''), text)
  let next = 0
  const work = async () => {
    while (next < count) {
      next += 1
      const own = tokens.map((token) =>
        randomBytes(token.length).toString('base64url').slice(0, token.length),
      )
      await pool.sendMail({
        messageId: `<${randomUUID()}@example.org>`,
        from: { name: 'AI Watch', address: 'news@example.org' },
        to: `reader-${next}@example.org`,
        subject: sample.subject,
        html: fill(sample.html, own),
        text: fill(sample.text, own),
        headers: Object.fromEntries(
          Object.entries(sample.headers).map(([name, value]) => [name, fill(value, own)]),
        ),
      })
    }
  }
  await Promise.all(Array.from({ length: 10 }, work))
  pool.close()
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000 / count)
  process.disconnect?.()
})
