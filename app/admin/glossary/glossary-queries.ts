import { deskQuery } from '#app/admin/query/desk-query.ts'
import {
  findAffectedTranslations,
  findGlossaryTerm,
  type GlossaryListOptions,
  listGlossaryProposals,
  listGlossaryTerms,
  readGlossary,
} from '#core/data/glossary.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

export const GLOSSARY_KEY = ['glossary']
export const PROPOSALS_KEY = ['glossary-proposals']
const LIVE = { live: ['glossary_terms'] } as const

export const termsQuery = (options: GlossaryListOptions) =>
  deskQuery([...GLOSSARY_KEY, 'list', options], (client) => listGlossaryTerms(client, options), LIVE)

export const termQuery = (id: string) =>
  deskQuery([...GLOSSARY_KEY, 'term', id], (client) => findGlossaryTerm(client, id), LIVE)

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

/** Thousands of texts are compared, so it is not asked again by every change of a translation. */
export const affectedQuery = ({ language, term, rule, translation }: GlossaryTermValues) =>
  deskQuery(
    ['affected-translations', language, term, rule, translation],
    (client) => findAffectedTranslations(client, { language, term, rule, translation }),
    { refuses: true },
  )
