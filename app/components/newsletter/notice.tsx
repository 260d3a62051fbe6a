import { LocalLink } from '#app/components/layout/local-link.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { CircleX } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { MailAnswer } from '#core/domain/subscription.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { legalPath } from '#core/paths.ts'

const PROBLEMS = { limited: 'subscription.limited', refused: 'subscription.refused' } as const

/** The notices after a subscriber has asked for a mail to their own address. */
export const MAIL_NOTICES = {
  return: { asked: 'toast.subscribe.success', ...PROBLEMS },
  data: { asked: 'preferences.data.asked', ...PROBLEMS },
  erase: { asked: 'preferences.erase.asked', ...PROBLEMS },
} as const satisfies Record<string, Record<MailAnswer, PlainKey>>

/** The result of the form that was just sent. */
export function Notice({ isProblem = false, children }: { isProblem?: boolean; children: string }) {
  return (
    <p
      role={isProblem ? 'alert' : 'status'}
      className={`mb-8 border-l-3 bg-wash px-4 py-3 font-medium ${isProblem ? 'border-red text-red' : 'border-green'}`}
    >
      {children}
    </p>
  )
}

/** Says that an emailed link is not valid, and what to do then. */
export function LinkProblem({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CircleX size={44} strokeWidth={1.5} className="text-red" />
      <h1 className="mt-5 font-display text-headline font-medium">{title}</h1>
      <p className="mt-3 font-serif text-deck text-soft">{text}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <LocalLink to={legalPath('contact')} className={buttonStyles()}>
          {t('subscription.invalid.contact')}
        </LocalLink>{' '}
        <LocalLink to="/" className={buttonStyles({ variant: 'secondary' })}>
          {t('confirm.home')}
        </LocalLink>
      </p>
    </>
  )
}
