import type { ConfirmationOutcome } from '#app/components/newsletter/use-confirmation.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'

const KNOWN_CODES = ['confirmed', 'expired', 'used', 'invalid'] as const

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
