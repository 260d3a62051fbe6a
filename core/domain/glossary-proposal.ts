import type { GlossaryProposal } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

/**
 * The term that a proposal asks for: the English words stay where editors put them back; words that have an English source are translated
 * as editors do; and without one, the old words must not stand in translations.
 */
export function termOfProposal({
  language,
  before,
  after,
  term,
}: Pick<GlossaryProposal, 'language' | 'before' | 'after' | 'term'>): GlossaryTermValues {
  if (term === null) return { language, term: before, rule: 'never', translation: null }
  return isSame(term, after)
    ? { language, term, rule: 'keep', translation: null }
    : { language, term, rule: 'translate-as', translation: after }
}

/** In any case, and with or without the s of a plural. */
const isSame = (one: string, other: string) => plain(one) === plain(other)

const plain = (text: string) => text.toLowerCase().replace(/s$/, '')
