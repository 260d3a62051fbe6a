import { onTestFinished } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { createResendTransport } from '#server/platform/mail/transports/resend.ts'
import { startResendServer } from '../../../../../tests/mocks/resend-server.ts'

export const MAIL: Mail = {
  id: '7f1c1d9e-4f5b-4c0e-9a55-0d2f3f0f4f11',
  to: 'ada@example.com',
  subject: 'Grüße zum Sonntag 🗞️, für Ada',
  text: 'Guten Morgen, Ada.',
  html: '<p lang="de">Guten Morgen, <b>Ada</b> — schön!</p>',
  language: 'de',
  headers: {
    'List-Unsubscribe': '<https://aiwatch.example/unsubscribe?token=abc.def-_~>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Reply-To': 'letters@example.org',
  },
}

export const KEY = 'batch-1'

export const audience = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...MAIL, id: `mail-${n}`, to: `reader${n}@example.com` }))

/** A server that speaks like Resend, and a transport that sends to it. */
export async function startResend(
  options: { from?: string; key?: string; baseUrl?: string; timeoutMs?: number } = {},
) {
  const resend = await startResendServer()
  const transport = createResendTransport({
    key: options.key ?? resend.key,
    baseUrl: options.baseUrl ?? resend.url,
    sender: createSender({
      from: options.from ?? 'AI Watch <news@example.org>',
      siteUrl: 'https://aiwatch.example',
    }),
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
  })
  onTestFinished(() => resend.close())
  const { batches } = transport
  if (!batches) throw new Error('Resend takes batches')
  return {
    resend,
    transport,
    batches,
    send: (changes: Partial<Mail> = {}) => transport.send({ ...MAIL, ...changes }),
  }
}
