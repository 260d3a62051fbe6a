import { data } from 'react-router'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { LinkProblem, MAIL_NOTICES, Notice } from '#app/components/newsletter/notice.tsx'
import { PreferenceSections } from '#app/components/newsletter/preference-sections.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { readIntent, tokenOf } from '#app/routes/newsletter/mailed-link.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SubscriptionByLink } from '#core/domain/subscription.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

const INTENTS = ['language', 'sections', 'leave', 'return', 'data', 'erase'] as const

/** The message of the page after a form was sent. */
interface Outcome {
  notice: PlainKey
  status: 200 | 400 | 429
}

const SECTION_OUTCOMES: Record<'changed' | 'limited' | 'refused', Outcome> = {
  changed: { notice: 'preferences.sections.saved', status: 200 },
  limited: { notice: 'subscription.limited', status: 429 },
  refused: { notice: 'preferences.sections.none', status: 400 },
}

const PROBLEMS: readonly PlainKey[] = [
  'subscription.limited',
  'subscription.refused',
  'preferences.sections.none',
]

export const loader = servePage({
  async load({ server, url }) {
    const found = await server.subscription.find('preferences', tokenOf(url))
    return data(found, { status: found ? 200 : 400 })
  },
  async act({ server, request, url, language }) {
    const { subscription, settings } = server
    const asked = await readIntent(request, INTENTS)
    const outcome = asked && (await change(subscription, tokenOf(url), { ...asked, language, settings }))
    if (!outcome) return data(null, { status: 400 })
    return data(outcome.notice, { status: outcome.status })
  },
  headers: PRIVATE_PAGE_HEADERS,
  describe: ({ t }) => ({
    title: t('preferences.title'),
    description: t('meta.preferences.description'),
    hidden: true,
  }),
  Page({ loaderData, actionData, t }) {
    if (!loaderData || loaderData.state === 'gone') {
      const what = loaderData ? 'gone' : 'invalid'
      return (
        <div className="page max-w-3xl py-16 md:py-28">
          {what === 'gone' ? (
            <>
              <h1 className="font-display text-headline font-medium">{t('unsubscribe.gone.title')}</h1>
              <p className="mt-4 font-serif text-deck text-soft">{t('unsubscribe.gone.text')}</p>
              <p className="mt-8">
                <LocalLink to={NEWSLETTER_PATH} className="font-semibold underline underline-offset-4">
                  {t('subscription.return.submit')}
                </LocalLink>
              </p>
            </>
          ) : (
            <LinkProblem title={t('subscription.invalid.title')} text={t('subscription.invalid.text')} />
          )}
        </div>
      )
    }
    const { state, email } = loaderData
    return (
      <div className="page max-w-3xl py-12 md:py-20">
        {actionData && <Notice isProblem={PROBLEMS.includes(actionData)}>{t(actionData)}</Notice>}
        <h1 className="font-display text-headline font-medium">{t('preferences.title')}</h1>
        <p className="mt-4 font-serif text-deck">{t('preferences.for', { email })}</p>
        <p className="mt-2 text-soft">{t(`preferences.state.${state}`)}</p>
        <PreferenceSections {...loaderData} />
      </div>
    )
  },
})

export const action = loader

async function change(
  subscription: SubscriptionByLink,
  token: string,
  {
    intent,
    form,
    language,
    settings,
  }: { intent: (typeof INTENTS)[number]; form: FormData; language: Language; settings: Settings },
): Promise<Outcome | null> {
  switch (intent) {
    case 'leave':
      return (await subscription.leave('preferences', token))
        ? { notice: 'unsubscribe.done.text', status: 200 }
        : null
    case 'language': {
      const chosen = form.get('language')
      if (!isLanguage(chosen) || !settings.languages.includes(chosen)) return null
      const answer = await subscription.chooseLanguage(token, chosen)
      if (answer === 'limited') return { notice: 'subscription.limited', status: 429 }
      return answer && { notice: 'preferences.language.saved', status: 200 }
    }
    case 'sections': {
      const { categories, formerCategories } = settings
      const chosen = form.getAll('section').map(String)
      const isKnown = (name: string) =>
        formerCategories.has(name) || categories.some(({ slug }) => slug === name)
      const answer = chosen.every(isKnown) ? await subscription.chooseSections(token, chosen) : 'refused'
      return answer && SECTION_OUTCOMES[answer]
    }
    default: {
      const ask = {
        return: () => subscription.returnLater('preferences', token, language),
        data: () => subscription.mailData(token),
        erase: () => subscription.mailErasure(token),
      }[intent]
      const answer = await ask()
      return answer && { notice: MAIL_NOTICES[intent][answer], status: answer === 'limited' ? 429 : 200 }
    }
  }
}
