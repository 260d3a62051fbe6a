import { LanguageLinks } from '#app/components/layout/language-links.tsx'
import { MENU_BEHAVIOUR } from '#app/components/layout/menu-behaviour.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { ChevronDown, Globe } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

export function LanguageMenu() {
  const { language, t } = useTranslation()
  const name = LANGUAGES.find(({ code }) => code === language)?.name ?? language
  return (
    <details {...MENU_BEHAVIOUR} className="group relative">
      <summary
        className={buttonStyles({ variant: 'ghost' })}
        aria-label={t('language.menu.current', { code: language.toUpperCase(), language: name })}
      >
        <Globe aria-hidden size={18} />
        <span aria-hidden className="uppercase">
          {language}
        </span>
        <ChevronDown aria-hidden size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <nav
        aria-label={t('language.menu.label')}
        className="absolute right-0 z-40 mt-1 w-48 rounded-md border border-line bg-paper p-1.5 shadow-float"
      >
        <LanguageLinks
          className="grid"
          linkClassName="flex items-center gap-2 rounded-sm px-2.5 py-2 text-sm hover:bg-wash aria-[current=true]:bg-wash aria-[current=true]:font-semibold"
        />
      </nav>
    </details>
  )
}
