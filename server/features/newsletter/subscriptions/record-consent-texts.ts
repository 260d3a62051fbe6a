import type { Settings } from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import type { Catalog } from '#core/i18n/translator.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Makes a function that records what subscribers of a publication with these settings are asked. */
export function recordConsentTexts(sql: Sql): (settings: Settings) => Promise<void> {
  let recorded = ''
  return async (settings) => {
    const catalogs = catalogsOf(settings)
    const texts = LANGUAGE_CODES.map((language) => [language, consentTextOf(catalogs[language])])
    const asked = JSON.stringify(Object.fromEntries(texts))
    if (asked === recorded) return
    await sql`select private.record_consent_texts(${asked}::jsonb)`
    recorded = asked
  }
}

/** The question of the confirmation mail, and the text beside the form. `{{site}}` is filled in when somebody consents. */
export function consentTextOf(catalog: Catalog): string {
  const consent = catalog['newsletter.block.consent'] ?? ''
  return `${catalog['mail.confirmation.body'] ?? ''}\n${consent.replace(/<\/?link>/g, '')}`
}
