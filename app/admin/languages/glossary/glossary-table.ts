import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import {
  findAffectedTranslations,
  findTermEntry,
  type GlossaryListOptions,
  listGlossary,
  listGlossaryProposals,
  readGlossary,
} from '#core/data/glossary.ts'
import { searchArticles } from '#core/data/search.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { GLOSSARY_RULES, type GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

export const RULE_NAMES: Record<GlossaryTerm['rule'], string> = {
  keep: t('glossary.rule.keep'),
  'translate-as': t('glossary.rule.translateAs'),
  never: t('glossary.rule.never'),
}

export const RULE_OPTIONS = GLOSSARY_RULES.map((rule) => [rule, RULE_NAMES[rule]] as const)

export type GlossarySort = GlossaryListOptions['sort']['by']
export type GlossaryFilter = 'language' | 'rule'

export const GLOSSARY_TABLE: TableSpec<GlossarySort, GlossaryFilter> = {
  sorts: ['term', 'updated_at'],
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

export const GLOSSARY_KEY = ['glossary']
export const PROPOSALS_KEY = ['glossary-proposals']
const LIVE_ARTICLES = { live: ['articles'] } as const
const LIVE = { live: ['glossary_terms'] } as const

export const termsQuery = (options: GlossaryListOptions) =>
  deskQuery([...GLOSSARY_KEY, 'list', options], (client) => listGlossary(client, options), LIVE)

/** Asks whether there are terms with a rule for a language. */
export const hasTermsQuery = (language: TranslatedLanguage) =>
  deskQuery(
    [...GLOSSARY_KEY, 'any', language],
    async (client) => {
      const any = { search: '', rule: null, sort: GLOSSARY_TABLE.defaultSort, page: 1, pageSize: 1 }
      return (await listGlossary(client, { ...any, language })).total > 0
    },
    LIVE,
  )

export const termQuery = (id: string) =>
  deskQuery([...GLOSSARY_KEY, 'term', id], (client) => findTermEntry(client, id), LIVE)

/** All terms, with which an import is compared. */
export const wholeGlossaryQuery = deskQuery(
  [...GLOSSARY_KEY, 'all'],
  (client) => readGlossary(client, { search: '', language: null, rule: null }),
  LIVE,
)

export const proposalsQuery = deskQuery(PROPOSALS_KEY, listGlossaryProposals, {
  live: ['glossary_proposals'],
  refuses: true,
})

/** The published originals that have a term, as readers find them. */
export const usesQuery = (term: string) =>
  deskQuery(
    ['glossary-uses', term],
    (client) => searchArticles(client, { query: `"${term.replaceAll('"', ' ')}"`, language: 'en', page: 1 }),
    LIVE_ARTICLES,
  )

/** This query is not live, because it compares thousands of texts. */
export const affectedQuery = ({ language, term, rule, translation }: GlossaryTermValues) =>
  deskQuery(
    ['affected-translations', language, term, rule, translation],
    (client) => findAffectedTranslations(client, { language, term, rule, translation }),
    { refuses: true },
  )
