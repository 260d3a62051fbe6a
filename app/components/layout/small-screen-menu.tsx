import { CategoryNav } from '#app/components/layout/category-nav.tsx'
import { LanguageLinks } from '#app/components/layout/language-links.tsx'
import { MENU_BEHAVIOUR } from '#app/components/layout/menu-behaviour.ts'
import { NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { Menu, X } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** The menu of small screens: the categories and languages, which do not fit into the header there. */
export function SmallScreenMenu() {
  const { t } = useTranslation()
  return (
    <details {...MENU_BEHAVIOUR} data-covers-page="" className="group md:hidden">
      <summary className={buttonStyles({ variant: 'ghost', size: 'icon' })}>
        <Menu aria-hidden size={22} className="group-open:hidden" />
        <span className="sr-only group-open:hidden">{t('header.menu.open')}</span>
        <X aria-hidden size={22} className="hidden group-open:block" />
        <span className="hidden group-open:sr-only group-open:inline">{t('header.menu.close')}</span>
      </summary>
      <div className="page absolute inset-x-0 top-full z-40 border-b border-ink bg-paper pt-2 pb-6 shadow-float">
        <CategoryNav
          className="divide-y divide-line"
          linkClassName="flex items-center py-3 font-display text-title-sm font-medium aria-[current=page]:text-accent"
        />
        <NewsletterLink className={buttonStyles({ className: 'mt-2 mb-5 w-full sm:hidden' })}>
          {t('header.newsletter.narrow')}
        </NewsletterLink>
        <nav aria-label={t('language.menu.label')} className="border-t border-ink pt-4">
          <LanguageLinks
            className="grid grid-cols-2 gap-x-4"
            linkClassName="flex items-center gap-2 py-2 text-sm aria-[current=true]:font-semibold"
          />
        </nav>
      </div>
    </details>
  )
}
