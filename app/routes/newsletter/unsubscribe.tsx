import { data } from 'react-router'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { IntentForm } from '#app/components/newsletter/intent-form.tsx'
import { LinkProblem, MAIL_NOTICES, Notice } from '#app/components/newsletter/notice.tsx'
import { CircleCheck } from '#app/components/ui/icons.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { readIntent, tokenOf } from '#app/routes/newsletter/mailed-link.ts'
import type { OwnSubscription } from '#core/domain/subscription.ts'
import { NEWSLETTER_PATH, PREFERENCES_PATH } from '#core/paths.ts'

export const loader = servePage({
  // Only shows the effect of the link: link scanners open it, too.
  async load({ server, url }) {
    const found = await server.subscription.find('unsubscribe', tokenOf(url))
    return data(found, { status: found ? 200 : 400 })
  },
  // The forms of the page. Requests of mail programs are answered earlier (server/features/newsletter/subscriptions/subscription-by-link.ts).
  async act({ server: { subscription }, request, url, language }) {
    const asked = await readIntent(request, ['leave', 'return'])
    const token = tokenOf(url)
    if (asked?.intent === 'leave' && (await subscription.leave('unsubscribe', token))) return null
    const answer =
      asked?.intent === 'return' ? await subscription.returnLater('unsubscribe', token, language) : null
    if (!answer) return data(null, { status: 400 })
    return data(answer, { status: answer === 'limited' ? 429 : 200 })
  },
  headers: PRIVATE_PAGE_HEADERS,
  describe: ({ t }) => ({
    title: t('meta.unsubscribe.title'),
    description: t('meta.unsubscribe.description'),
    hidden: true,
  }),
  Page({ loaderData, actionData, t }) {
    if (!loaderData) {
      return (
        <div className="page max-w-3xl py-16 md:py-28">
          <LinkProblem title={t('subscription.invalid.title')} text={t('subscription.invalid.text')} />
        </div>
      )
    }
    const notice = actionData && MAIL_NOTICES.return[actionData]
    return (
      <div className="page max-w-3xl py-16 md:py-28">
        {notice && <Notice isProblem={actionData !== 'asked'}>{t(notice)}</Notice>}
        <SubscriptionScreen subscription={loaderData} isAsked={actionData === 'asked'} />
      </div>
    )
  },
})

export const action = loader

function SubscriptionScreen({ subscription, isAsked }: { subscription: OwnSubscription; isAsked: boolean }) {
  const { t } = useTranslation()
  const { state, email, preferencesToken } = subscription
  const preferences = (
    <LocalLink
      to={`${PREFERENCES_PATH}?token=${preferencesToken}`}
      className="inline-block py-1 font-semibold underline underline-offset-4"
    >
      {t('preferences.title')}
    </LocalLink>
  )
  if (state === 'gone') {
    return (
      <>
        <Title>{t('unsubscribe.gone.title')}</Title>
        <p className={TEXT}>{t('unsubscribe.gone.text')}</p>
        <p className="mt-8">
          <LocalLink to={NEWSLETTER_PATH} className="font-semibold underline underline-offset-4">
            {t('subscription.return.submit')}
          </LocalLink>
        </p>
      </>
    )
  }
  if (state === 'left') {
    return (
      <>
        <CircleCheck aria-hidden size={44} strokeWidth={1.5} className="mb-5 text-green" />
        <Title>{t('unsubscribe.done.title')}</Title>
        <p className={TEXT}>{t('unsubscribe.done.text')}</p>
        <p className="mt-3 text-soft">{t('unsubscribe.for', { email })}</p>
        {!isAsked && <IntentForm intent="return" submit={t('subscription.return.submit')} className="mt-8" />}
        <p className="mt-6">{preferences}</p>
      </>
    )
  }
  return (
    <>
      <Title>{t('unsubscribe.title')}</Title>
      <p className={TEXT}>{t('unsubscribe.text')}</p>
      <p className="mt-3 text-soft">{t('unsubscribe.for', { email })}</p>
      <IntentForm intent="leave" submit={t('unsubscribe.submit')} variant="primary" className="mt-8" />
      <p className="mt-6">{preferences}</p>
    </>
  )
}

const TEXT = 'mt-4 font-serif text-deck text-soft'

function Title({ children }: { children: string }) {
  return <h1 className="font-display text-headline font-medium">{children}</h1>
}
