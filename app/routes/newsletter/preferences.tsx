import { data } from 'react-router'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { LinkProblem } from '#app/components/newsletter/link-problem.tsx'
import { MAIL_NOTICES } from '#app/components/newsletter/mail-notices.ts'
import { Notice } from '#app/components/newsletter/notice.tsx'
import { PreferenceSections } from '#app/components/newsletter/preference-sections.tsx'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { readIntent } from '#app/routes/newsletter/read-intent.ts'
import { tokenOf } from '#app/routes/newsletter/token-of.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { SubscriptionByLink } from '#core/domain/subscription.ts'
import { isLanguage, languageOfUrl } from '#core/i18n/languages.ts'
import type { PlainKey } from '#core/i18n/translator.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'
import type { Route } from './+types/preferences.ts'

const INTENTS = ['language', 'sections', 'leave', 'return', 'data', 'erase'] as const

/** What the page says after a form was sent. */
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

export const headers = () => PRIVATE_PAGE_HEADERS

export async function loader({ context, url }: Route.LoaderArgs) {
  const { subscription, settings } = context.get(serverContext)
  const found = await subscription.find('preferences', tokenOf(url))
  const t = translatorOf(languageOfUrl(url), settings)
  // Not among the messages that every page loads.
  const sectionTexts = {
    title: t('preferences.sections.title'),
    text: t('preferences.sections.text'),
    submit: t('preferences.sections.submit'),
  }
  return data(found && { ...found, sectionTexts }, { status: found ? 200 : 400 })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { subscription, settings } = context.get(serverContext)
  const asked = await readIntent(request, INTENTS)
  const outcome = asked && (await act(subscription, tokenOf(url), { ...asked, url, settings }))
  if (!outcome) return data(null, { status: 400 })
  const { notice, status } = outcome
  const text = translatorOf(languageOfUrl(url), settings)(notice)
  return data({ text, isProblem: PROBLEMS.includes(notice) }, { status })
}

async function act(
  subscription: SubscriptionByLink,
  token: string,
  {
    intent,
    form,
    url,
    settings,
  }: { intent: (typeof INTENTS)[number]; form: FormData; url: URL; settings: Settings },
): Promise<Outcome | null> {
  switch (intent) {
    case 'leave':
      return (await subscription.leave('preferences', token))
        ? { notice: 'unsubscribe.done.text', status: 200 }
        : null
    case 'language': {
      const language = form.get('language')
      if (!isLanguage(language) || !settings.languages.includes(language)) return null
      const answer = await subscription.chooseLanguage(token, language)
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
        return: () => subscription.returnLater('preferences', token, languageOfUrl(url)),
        data: () => subscription.mailData(token),
        erase: () => subscription.mailErasure(token),
      }[intent]
      const answer = await ask()
      return answer && { notice: MAIL_NOTICES[intent][answer], status: answer === 'limited' ? 429 : 200 }
    }
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t) => ({
    title: t('preferences.title'),
    description: t('meta.preferences.description'),
    hidden: true,
  }))
}

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
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
      {actionData && <Notice isProblem={actionData.isProblem}>{actionData.text}</Notice>}
      <h1 className="font-display text-headline font-medium">{t('preferences.title')}</h1>
      <p className="mt-4 font-serif text-deck">{t('preferences.for', { email })}</p>
      <p className="mt-2 text-soft">{t(`preferences.state.${state}`)}</p>
      <PreferenceSections {...loaderData} />
    </div>
  )
}
