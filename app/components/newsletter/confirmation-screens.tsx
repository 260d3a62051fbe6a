import { LocalLink } from '#app/components/layout/local-link.tsx'
import type { ConfirmationOutcome } from '#app/components/newsletter/confirm-when-seen.ts'
import { NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { CircleCheck, CircleX, LoaderCircle } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'

const KNOWN_CODES = ['confirmed', 'expired', 'used', 'invalid'] as const

export function ConfirmationScreen({ outcome }: { outcome: ConfirmationOutcome }) {
  const { language, t } = useTranslation()
  const message = confirmationMessage(outcome, { language, t })
  if (outcome === 'failed' || !outcome.success) return <ConfirmationFailed message={message} />
  return <ConfirmationSucceeded message={message} />
}

/** The server's messages are in English: an English reader sees them as they are, others the translation for the code. */
export function confirmationMessage(
  outcome: ConfirmationOutcome,
  { language, t }: { language: Language; t: TranslateOnPage },
): string {
  if (outcome === 'failed') return t('confirm.message.error')
  if (language === DEFAULT_LANGUAGE && outcome.message) return outcome.message
  const code = KNOWN_CODES.find((known) => known === outcome.code)
  if (code) return t(`confirm.message.${code}`)
  return outcome.message || t(outcome.success ? 'confirm.message.confirmed' : 'confirm.message.failed')
}

/** Shown until the browser has confirmed (app/reader/confirm-island.tsx). */
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

function ConfirmationSucceeded({ message }: { message: string }) {
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

function ConfirmationFailed({ message }: { message: string }) {
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
