import { data } from 'react-router'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { mailStaysHere } from '#core/data/mail-transport.ts'
import { OUTCOME_MESSAGES, subscribe } from '#core/data/subscribers.ts'
import { checkSubscriberEmail, HONEYPOT_FIELD } from '#core/domain/subscriber.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'

export const loader = servePage({
  // Handles the sign-up form when the browser posts it without scripts.
  async act({ server: { supabase }, request, language }) {
    const form = await request.formData().catch(() => new FormData())
    const typed = String(form.get('email') ?? '')
    const checked = checkSubscriberEmail(typed)
    if ('problem' in checked) {
      const { problem } = checked
      return data({ message: problem, problem, typed, done: false, mailStays: false }, { status: 400 })
    }
    // A form with the honeypot filled in gets the same response, and nothing is stored.
    const outcome = form.get(HONEYPOT_FIELD)
      ? 'check_your_mail'
      : await subscribe(supabase, checked.email, language)
    const done = outcome === 'check_your_mail'
    return data(
      {
        message: OUTCOME_MESSAGES[outcome],
        problem: undefined,
        typed,
        done,
        mailStays: done && (await mailStaysHere(supabase)),
      },
      { status: done ? 200 : 503 },
    )
  },
  describe: ({ t, site, language }) => ({
    title: t('newsletter.block.title'),
    description: t('meta.newsletter.description', { newsletterTime: formatNewsletterTime(site, language) }),
    hidden: true,
  }),
  Page({ actionData, t }) {
    return (
      <div className="page max-w-3xl py-16 md:py-28">
        <h1 className="font-display text-headline font-medium">{t('newsletter.block.title')}</h1>
        {/* A problem with the address is shown at its field alone. */}
        {actionData && !actionData.problem && (
          <p
            role={actionData.done ? 'status' : 'alert'}
            className={`mt-4 font-serif text-deck ${actionData.done ? '' : 'text-red'}`}
          >
            {t(actionData.message)}
          </p>
        )}
        {actionData?.mailStays && (
          <p className="mt-4 font-serif text-deck text-soft">{t('toast.subscribe.mailStays')}</p>
        )}
        {!actionData?.done && (
          <>
            {(!actionData || actionData.problem) && (
              <p className="mt-4 font-serif text-deck text-soft">{t('newsletter.block.text')}</p>
            )}
            <div className="mt-8">
              <SubscribeForm typed={actionData?.typed ?? ''} problem={actionData?.problem} />
            </div>
            <p className="mt-3 text-sm text-faint">{t('newsletter.block.note')}</p>
            <p className="mt-1 text-sm text-faint">
              <ConsentLine />
            </p>
          </>
        )}
      </div>
    )
  },
})

export const action = loader
