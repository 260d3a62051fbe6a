import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Logo } from '#app/components/layout/logo.tsx'
import { OwnPart } from '#app/components/layout/own-navigation.tsx'
import { ConsentLine } from '#app/components/newsletter/consent-line.tsx'
import { NEWSLETTER_ID, NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { SubscribeForm } from '#app/components/newsletter/subscribe-form.tsx'
import { Rss } from '#app/components/ui/icons.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { ALL_CATEGORIES_PAGE, SHIPPED_FOOTER } from '#core/domain/shipped-sections.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import {
  CORRECTIONS_PATH,
  categoryPath,
  type LegalPage,
  legalPath,
  RSS_FUNCTION_PATH,
  SAVED_PATH,
} from '#core/paths.ts'

interface FooterLinksProps {
  title: string
  links: { to: string; text: string }[]
  /** More items at the end of the list. */
  children?: React.ReactNode
}

export function SiteFooter() {
  const { language, t } = useTranslation()
  const { categories } = useSiteData()
  const legal = (page: LegalPage) => ({ to: legalPath(page), text: t(`footer.legal.${page}`) })
  return (
    <footer className="night mt-12 bg-paper text-ink md:mt-16">
      <section
        id={NEWSLETTER_ID}
        data-live=""
        tabIndex={-1}
        aria-labelledby="newsletter-title"
        className="page grid gap-x-16 gap-y-8 py-16 md:py-24 lg:grid-cols-[1.25fr_1fr] lg:items-end"
      >
        <div>
          <h2 id="newsletter-title" className="font-display text-headline font-medium">
            {t('footer.newsletter.title')}
          </h2>
          <p className="mt-4 max-w-xl font-serif text-deck text-soft">{t('footer.newsletter.text')}</p>
        </div>
        <div>
          <SubscribeForm />
          <p className="mt-3 text-sm text-faint">
            <ConsentLine />
          </p>
        </div>
      </section>
      <div className="page">
        <div className="grid gap-10 border-t border-line py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="sm:max-lg:col-span-3">
            <Logo />
            <p className="mt-4 max-w-sm text-sm leading-relaxed text-soft">{t('footer.blurb')}</p>
          </div>
          <OwnPart name="footerColumns">
            <FooterLinks
              title={t('footer.nav.title')}
              links={[
                { to: '/', text: t('footer.nav.home') },
                { to: categoryPath(ALL_CATEGORIES_PAGE), text: t(`category.${ALL_CATEGORIES_PAGE}.name`) },
              ]}
            >
              <li className="py-1.5">
                <NewsletterLink className="hover:text-ink hover:underline">
                  {t('header.newsletter.narrow')}
                </NewsletterLink>
              </li>
            </FooterLinks>
            <FooterLinks
              title={t('footer.categories.title')}
              links={(categories ?? SHIPPED_FOOTER).map((category) => ({
                to: categoryPath(category),
                text: t(`footer.categories.${category}`),
              }))}
            />
            <FooterLinks
              title={t('footer.legal.title')}
              links={[
                legal('privacy'),
                legal('terms'),
                legal('disclaimer'),
                { to: CORRECTIONS_PATH, text: t('corrections.title') },
                legal('contact'),
                legal('about'),
              ]}
            >
              <OwnPart name="pages" />
            </FooterLinks>
          </OwnPart>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-6 text-sm text-faint">
          <p className="min-w-0 wrap-anywhere">
            {t('footer.copyright', { year: new Date().getUTCFullYear() })}
          </p>
          <OwnPart name="socialProfiles" />
          <a
            data-live=""
            href={localizedPath(SAVED_PATH, language)}
            className="py-1 hover:text-ink hover:underline"
          >
            {t('saved.title')}
          </a>{' '}
          <a
            href={localizedPath(RSS_FUNCTION_PATH, language)}
            target="_blank"
            rel="noopener"
            aria-label={t('footer.rss.label')}
            className="inline-flex items-center gap-1.5 py-1 hover:text-ink hover:underline"
          >
            <Rss size={15} />
            {t('footer.rss')}
          </a>
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ title, links, children }: FooterLinksProps) {
  return (
    <div>
      <h2 className="text-label font-semibold text-faint uppercase">{title}</h2>
      <ul className="mt-3 text-sm text-soft">
        {links.map(({ to, text }) => (
          <li key={to} className="py-1.5">
            <LocalLink to={to} className="hover:text-ink hover:underline">
              {text}
            </LocalLink>
          </li>
        ))}
        {children}
      </ul>
    </div>
  )
}
