import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { Check } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** Invites to the newsletter at the end of an article. */
export function SignupCard() {
  const { t } = useTranslation()
  const promises = [
    t('article.signup.weekly'),
    t('article.signup.fiveMinutes'),
    t('article.signup.expert'),
    t('article.signup.noSpam'),
  ].filter(Boolean)
  return (
    <section
      data-live=""
      aria-labelledby="signup-title"
      className="border-t-3 border-ink bg-wash p-6 sm:p-8 print:hidden"
    >
      <h2 id="signup-title" className="font-display text-title-lg font-medium">
        {t('article.signup.title')}
      </h2>
      <p className="mt-2 font-serif text-lg text-soft">{t('article.signup.tagline')}</p>
      <ul className="mt-4 mb-6 flex flex-wrap gap-x-5 gap-y-1.5 text-sm font-medium">
        {promises.map((promise) => (
          <li key={promise} className="inline-flex items-center gap-1.5">
            <Check size={16} className="text-green" />
            {promise}
          </li>
        ))}
      </ul>
      <SubscribeForm />
      <p className="mt-3 text-sm text-faint">
        <ConsentLine />
      </p>
    </section>
  )
}
