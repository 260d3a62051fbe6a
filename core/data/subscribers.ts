import type { Client } from '#core/data/client.ts'
import type { ConfirmationResult } from '#core/domain/subscriber.ts'
import type { Language } from '#core/i18n/languages.ts'

export type SubscribeOutcome = 'check_your_mail' | 'subscribe_failed' | 'mail_failed'

export const OUTCOME_MESSAGES = {
  check_your_mail: 'toast.subscribe.success',
  subscribe_failed: 'toast.subscribe.failed',
  mail_failed: 'toast.subscribe.mailFailed',
} as const satisfies Record<SubscribeOutcome, string>

/** Signs an address up and requests the confirmation mail. The address must have passed checkSubscriberEmail. */
export async function subscribe(
  client: Client,
  email: string,
  language: Language,
): Promise<SubscribeOutcome> {
  const { data, error } = await client.rpc('subscribe_newsletter', { p_email: email, p_language: language })
  if (error || !data?.success) return 'subscribe_failed'
  if (!data.confirmation_token) return 'check_your_mail'
  const sent = await client.functions.invoke<{ error?: string }>('send-confirmation-email', {
    body: { email: data.email, confirmationToken: data.confirmation_token },
  })
  return sent.error || sent.data?.error ? 'mail_failed' : 'check_your_mail'
}

/** The form of a valid token; the database could not even read anything else. */
const TOKEN = /^[\x20-\x7E]{1,200}$/

/** @throws when the request failed */
export async function confirmSubscription(client: Client, token: string): Promise<ConfirmationResult> {
  if (!TOKEN.test(token)) return { success: false, code: 'invalid', message: 'Invalid confirmation link' }
  const { data } = await client.rpc('confirm_newsletter_subscription', { p_token: token }).throwOnError()
  return data
}

/** The number of confirmed subscribers, once it is larger than the one of the landing page; else null. */
export async function findSubscriberFigure(client: Client): Promise<number | null> {
  const { data } = await client.rpc('subscriber_figure').throwOnError()
  return data.subscribers
}
