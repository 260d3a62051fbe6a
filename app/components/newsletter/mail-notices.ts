import type { MailAnswer } from '#core/domain/subscription.ts'
import type { PlainKey } from '#core/i18n/translator.ts'

const PROBLEMS = { limited: 'subscription.limited', refused: 'subscription.refused' } as const

/** The notices after a subscriber has asked for a mail to their own address. */
export const MAIL_NOTICES = {
  return: { asked: 'toast.subscribe.success', ...PROBLEMS },
  data: { asked: 'preferences.data.asked', ...PROBLEMS },
  erase: { asked: 'preferences.erase.asked', ...PROBLEMS },
} as const satisfies Record<string, Record<MailAnswer, PlainKey>>
