import { data } from 'react-router'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { OUTCOME_MESSAGES, SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { mailStaysHere } from '#core/data/mail-transport.ts'
import { subscribe } from '#core/data/subscribers.ts'
import { checkSubscriberEmail, HONEYPOT_FIELD } from '#core/domain/subscriber.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import type { Route } from './+types/subscribe.ts'

/** Handles the sign-up form when the browser posts it without scripts. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData())
  const typed = String(form.get('email') ?? '')
  const checked = checkSubscriberEmail(typed)
  if ('problem' in checked) {
    const { problem } = checked
    return data({ message: problem, problem, typed, done: false, mailStays: false }, { status: 400 })
  }
  const { supabase } = context.get(serverContext)
  // A form with the honeypot filled in gets the same response, and nothing is stored.
  const outcome = form.get(HONEYPOT_FIELD)
    ? 'check_your_mail'
    : await subscribe(supabase, checked.email, languageOfUrl(url))
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
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t, site, language) => ({
    title: t('newsletter.block.title'),
    description: t('meta.newsletter.description', { newsletterTime: formatNewsletterTime(site, language) }),
    hidden: true,
  }))
}

export default function Subscribe({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page max-w-3xl py-16 md:py-28">
      <h1 className="font-display text-headline font-medium">{t('newsletter.block.title')}</h1>
      {/* What is wrong with the address is said at its field alone. */}
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
}
