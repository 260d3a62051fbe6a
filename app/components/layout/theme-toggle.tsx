import { Button } from '#app/components/ui/button.tsx'
import { Moon, Sun } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/**
 * The theme is a class on the root element, which the boot script may have set before anything was rendered. Style
 * alone decides which of the two labels shows, so that there is nothing to disagree about.
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
