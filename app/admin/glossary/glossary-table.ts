import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { TableAddress, TableSpec } from '#app/admin/table/table-address.ts'
import type { GlossaryListOptions } from '#core/data/glossary.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { GLOSSARY_RULES } from '#core/domain/glossary-term-input.ts'

export const RULE_NAMES: Record<GlossaryTerm['rule'], string> = {
  keep: t('glossary.rule.keep'),
  'translate-as': t('glossary.rule.translateAs'),
  never: t('glossary.rule.never'),
}

export const RULE_OPTIONS = GLOSSARY_RULES.map((rule) => [rule, RULE_NAMES[rule]] as const)
export const LANGUAGE_OPTIONS = TRANSLATED_LANGUAGES.map(
  (language) => [language, languageName(language)] as const,
)

export type GlossarySort = GlossaryListOptions['sort']['by']
export type GlossaryFilter = 'language' | 'rule'

export const GLOSSARY_TABLE: TableSpec<GlossarySort, GlossaryFilter> = {
  sorts: ['term', 'language', 'updated_at'],
  defaultSort: { by: 'term', descending: false },
  filters: { language: TRANSLATED_LANGUAGES, rule: GLOSSARY_RULES },
  pageSize: 25,
}

/** The query for an address of the glossary. */
export function glossaryListOptions(
  address: TableAddress<GlossarySort, GlossaryFilter>,
): GlossaryListOptions {
  const { search, sort, filters, page } = address
  return {
    search,
    sort,
    page,
    pageSize: GLOSSARY_TABLE.pageSize,
    language: filters.language as TranslatedLanguage | null,
    rule: filters.rule as GlossaryTerm['rule'] | null,
  }
}
