import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { Catalog } from '#core/i18n/translator.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { consentTextOf } from '#server/features/newsletter/subscriptions/record-consent-texts.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/**
 * Adds the languages of this program to the database, with the words with which readers subscribe in them, and the rules for searching
 * words in each. Existing rows stay otherwise, so several processes may do it at once. None is removed: texts may have it, and an older
 * process that still runs does not know the newer ones.
 */
export async function learnLanguages(
  sql: Sql,
  languages: readonly { code: string; name: string; asked: string; search?: object }[] = LANGUAGE_CODES.map(
    describe,
  ),
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
  await sql`
    insert into private.search_languages as known (language, facts)
    select code, search || jsonb_build_object('plainFunctionWords', (
      select coalesce(jsonb_object_agg(private.fold(word), 1), '{}') from jsonb_object_keys(search -> 'functionWords') as word))
    from jsonb_to_recordset(${known}::jsonb) as told (code text, search jsonb) where search is not null order by code
    on conflict (language) do update set facts = excluded.facts where known.facts <> excluded.facts`
}

function describe(code: (typeof LANGUAGE_CODES)[number]) {
  const facts = factsOf(code)
  const asked = consentTextOf(CATALOGS[code])
  return {
    code,
    name: englishNameOf(code),
    asked,
    ...(facts && { search: { ...describeSearch(facts), sections: sectionNames(code) } }),
  }
}

/** The names that sections are shipped with. */
const sectionNames = (code: (typeof LANGUAGE_CODES)[number]) =>
  Object.fromEntries(
    SHIPPED_SECTIONS.map((slug) => [slug, (CATALOGS[code] as Catalog)[`category.${slug}.name`]]),
  )

/** Describes the words of a language for the database (supabase/schemas/11_search_words.sql). */
export function describeSearch({ functionWords, search }: LanguageFacts) {
  const { stemmer, subjects = '', elisions, endings, forms, ...others } = search
  const left = new Set(functionWords.split(' ')).difference(new Set(subjects.split(' ')))
  return {
    ...others,
    stemmer: `pg_catalog.${stemmer}`,
    endings: byForm(endings),
    forms: byForm(forms),
    functionWords: Object.fromEntries([...left].map((word) => [word, 1])),
    ...(others.magnitudes && {
      magnitude: `[0-9] ?(?:${Object.keys(others.magnitudes).join('|')})(?![[:alnum:]])`,
    }),
    ...(elisions && { elisions: `(?<![[:alnum:]])(?:${elisions.replaceAll(' ', '|')})'(?=[[:alpha:]])` }),
  }
}

/** Each word of these groups but the first, with that. */
function byForm(groups = ''): Record<string, string> {
  return Object.fromEntries(
    groups.split(';').flatMap((group) => {
      const [first = '', ...others] = group.split(' ')
      return others.map((other) => [other, first])
    }),
  )
}
