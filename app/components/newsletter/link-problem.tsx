import { LocalLink } from '#app/components/layout/local-link.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { CircleX } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { legalPath } from '#core/paths.ts'

/** Says that an emailed link is not valid, and what to do then. */
export function LinkProblem({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CircleX size={44} strokeWidth={1.5} className="text-red" />
      <h1 className="mt-5 font-display text-headline font-medium">{title}</h1>
      <p className="mt-3 font-serif text-deck text-soft">{text}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <LocalLink to={legalPath('contact')} className={buttonStyles()}>
          {t('subscription.invalid.contact')}
        </LocalLink>{' '}
        <LocalLink to="/" className={buttonStyles({ variant: 'secondary' })}>
          {t('confirm.home')}
        </LocalLink>
      </p>
    </>
  )
}
