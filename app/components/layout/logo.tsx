import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** The name of the publication, leading home. */
export function Logo() {
  const { t } = useTranslation()
  return (
    <LocalLink
      to="/"
      aria-label={t('header.logo.label')}
      className="inline-flex items-center gap-2.5 font-display text-[1.75rem] leading-none font-semibold tracking-tight"
    >
      <img src="/favicon.svg" alt="" width={32} height={32} className="size-8" />
      {t('site.name')}
    </LocalLink>
  )
}
