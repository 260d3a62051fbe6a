import { CATALOGS } from '#core/i18n/catalogs.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { consentTextOf } from '#server/features/newsletter/subscriptions/record-consent-texts.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/**
 * Adds the languages of this program to the database, with the words with which readers subscribe in them. What is there already stays,
 * so processes may do it at once. None is removed: texts may have it, and an older process that still runs does not know the newer ones.
 */
export async function learnLanguages(
  sql: Sql,
  languages: readonly { code: string; name: string; asked: string }[] = LANGUAGE_CODES.map(describe),
): Promise<void> {
  const known = JSON.stringify(languages)
  await sql`
    with told as (
      select * from jsonb_to_recordset(${known}::jsonb) as told (code text, name text, asked text)
    ), added as (
      insert into private.languages (code, name) select code, name from told on conflict do nothing
    )
    insert into private.newsletter_consent_texts (version, language, asked)
    select 1, code, asked from told
    where not exists (select from private.newsletter_consent_texts where language = code)
    on conflict do nothing`
}

function describe(code: (typeof LANGUAGE_CODES)[number]) {
  return { code, name: englishNameOf(code), asked: consentTextOf(CATALOGS[code]) }
}
