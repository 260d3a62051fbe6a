import { Button } from '#app/components/ui/button.tsx'
import { Moon, Sun } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/**
 * The theme is a class on the root element, which the boot script may set before the page is rendered. Both labels are in
 * the HTML and CSS shows one of them, so that hydration finds the same elements in either theme.
 */
export function ThemeToggle() {
  const { t } = useTranslation()
  return (
    <Button
      variant="ghost"
      size="icon"
      className="noscript:hidden"
      data-scripted="theme"
      onClick={() => document.documentElement.classList.toggle('dark')}
    >
      <Moon aria-hidden size={18} className="dark:hidden" />
      <span className="sr-only dark:hidden">{t('theme.toDark')}</span>
      <Sun aria-hidden size={18} className="hidden dark:block" />
      <span className="hidden dark:sr-only dark:inline">{t('theme.toLight')}</span>
    </Button>
  )
}
