import { CategoryNav } from '#app/components/layout/category-nav.tsx'
import { LanguageMenu } from '#app/components/layout/language-menu.tsx'
import { Logo } from '#app/components/layout/logo.tsx'
import { SmallScreenMenu } from '#app/components/layout/small-screen-menu.tsx'
import { ThemeToggle } from '#app/components/layout/theme-toggle.tsx'
import { NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { SearchButton } from '#app/components/search/search-button.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

export function SiteHeader() {
  const { t } = useTranslation()
  return (
    <header className="site-header">
      <div className="page flex min-h-16 items-center justify-between gap-2 py-2 md:min-h-20">
        <Logo />
        <div className="flex items-center gap-0.5 md:gap-1">
          <SearchButton />
          <div className="hidden md:block">
            <LanguageMenu />
          </div>
          <ThemeToggle />
          <NewsletterLink className={buttonStyles({ className: 'max-sm:hidden ml-1' })}>
            <span className="lg:hidden">{t('header.newsletter.narrow')}</span>
            <span className="max-lg:hidden">{t('header.newsletter.wide')}</span>
          </NewsletterLink>
          <SmallScreenMenu />
        </div>
      </div>
      <div className="hidden border-t border-line md:block">
        <div className="page">
          <CategoryNav
            className="-mb-px flex gap-x-8"
            linkClassName="block border-b-3 border-transparent pt-3 pb-2.5 text-[0.9375rem] font-medium text-soft transition-colors hover:border-line hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          />
        </div>
      </div>
    </header>
  )
}
