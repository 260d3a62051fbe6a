import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { splitLinkedText } from '#core/i18n/translator.ts'
import { legalPath } from '#core/paths.ts'

/** The consent that a reader gives by signing up, shown beside the form. */
export function ConsentLine() {
  const { t } = useTranslation()
  const { before, link, after } = splitLinkedText(t('newsletter.block.consent'))
  return (
    <>
      {before}
      <LocalLink to={legalPath('privacy')} className="underline underline-offset-3 hover:text-ink">
        {link}
      </LocalLink>
      {after}
    </>
  )
}
