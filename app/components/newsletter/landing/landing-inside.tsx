import { LocalLink } from '#app/components/layout/local-link.tsx'
import { SIGN_UP_ID } from '#app/components/newsletter/landing/landing-hero.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { ArrowUp } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { NEWSLETTER_ISSUES_PATH, NEWSLETTER_PATH } from '#core/paths.ts'

const CONTENTS = ['stories', 'market', 'research', 'startups', 'opinions', 'nextWeek'] as const

/** The contents of an issue of the newsletter, with a link back up to the sign-up form. */
export function LandingInside() {
  const { t } = useTranslation()
  const contents = CONTENTS.map((part) => t(`newsletter.inside.${part}`)).filter(Boolean)
  return (
    <div className="page pt-16 md:pt-24">
      <div className="grid gap-x-12 gap-y-8 border-t-3 border-ink pt-6 lg:grid-cols-[5fr_7fr] lg:grid-rows-[1fr_auto]">
        {contents.length > 0 && (
          <>
            <h2 id="landing-inside" className="font-display text-headline font-medium">
              {t('newsletter.inside.title')}
            </h2>
            <ul
              aria-labelledby="landing-inside"
              className="divide-y divide-line lg:col-start-2 lg:row-span-2"
            >
              {contents.map((part) => (
                <li key={part} className="flex items-baseline gap-4 py-4 font-display text-title first:pt-2">
                  <span aria-hidden className="size-2.5 shrink-0 -translate-y-0.5 bg-brand" />
                  {part}
                </li>
              ))}
            </ul>
          </>
        )}
        <section aria-labelledby="landing-invitation" className="lg:col-start-1 lg:row-start-2">
          <h2 data-live="" id="landing-invitation" className="font-display text-title font-medium">
            {t('newsletter.cta.title')}
          </h2>
          <p data-live="" className="mt-2 max-w-sm font-serif text-lg text-soft">
            {t('newsletter.cta.text')}
          </p>
          <LocalLink
            to={`${NEWSLETTER_PATH}#${SIGN_UP_ID}`}
            data-live=""
            className={buttonStyles({ size: 'lg', className: 'mt-5' })}
          >
            {t('newsletter.hero.submit')}
            <ArrowUp size={18} />
          </LocalLink>{' '}
          <LocalLink
            to={NEWSLETTER_ISSUES_PATH}
            className="mt-4 block w-fit py-1 text-sm font-semibold underline underline-offset-4"
          >
            {t('newsletter.issue.all')}
          </LocalLink>
        </section>
      </div>
    </div>
  )
}
