import type { Client } from '#core/data/client.ts'
import type { LanguageFigures } from '#core/domain/language-figures.ts'
import type { Language } from '#core/i18n/languages.ts'

export async function countInLanguage(client: Client, language: Language): Promise<LanguageFigures> {
  const { data } = await client.rpc('count_in_language', { p_language: language }).throwOnError()
  return data
}
