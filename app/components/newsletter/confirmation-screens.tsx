import { LocalLink } from '#app/components/layout/local-link.tsx'
import { NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { CircleCheck, CircleX, LoaderCircle } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

export function ConfirmationPending() {
  const { t } = useTranslation()
  return (
    <>
      <div className="noscript:hidden">
        <LoaderCircle size={44} strokeWidth={1.5} className="mx-auto animate-spin text-faint" />
        <Title>{t('confirm.loading.title')}</Title>
        <p className={TEXT}>{t('confirm.loading.text')}</p>
      </div>
      <noscript>
        <Title>{t('meta.confirm.title')}</Title>
        <p className={TEXT}>{t('confirm.manual.text')}</p>
        <form method="post" className="mt-8">
          <Button type="submit" size="lg">
            {t('confirm.manual.submit')}
          </Button>
        </form>
      </noscript>
    </>
  )
}

export function ConfirmationSucceeded({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CircleCheck size={44} strokeWidth={1.5} className="mx-auto text-green" />
      <Title>{t('confirm.success.title')}</Title>
      <p className={TEXT}>{message}</p>
      <p className="mt-3 text-soft">{t('confirm.success.note')}</p>
      <p className="mt-8">
        <LocalLink to="/" className={buttonStyles()}>
          {t('confirm.home')}
        </LocalLink>
      </p>
    </>
  )
}

export function ConfirmationFailed({ message }: { message: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CircleX size={44} strokeWidth={1.5} className="mx-auto text-red" />
      <Title>{t('confirm.error.title')}</Title>
      <p className={TEXT}>{message}</p>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        <LocalLink to="/" className={buttonStyles()}>
          {t('confirm.home')}
        </LocalLink>{' '}
        <NewsletterLink className={buttonStyles({ variant: 'secondary' })}>
          {t('confirm.retry')}
        </NewsletterLink>
      </p>
    </>
  )
}

const TEXT = 'mt-3 font-serif text-deck text-soft'

function Title({ children }: { children: React.ReactNode }) {
  return <h1 className="mt-5 font-display text-headline font-medium">{children}</h1>
}
