import { t } from '#app/admin/kit/messages.ts'
import type { SentenceState } from '#app/admin/stories/sources/live/open-sentences.ts'
import type { ArticleSource, SentenceSignature } from '#core/domain/sourced-article.ts'
import { type JudgeFinding, RED_CODES } from '#core/newsroom/judge/finding.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

const MAX_QUOTE_LENGTH = 160

export const TONES: Record<SentenceState, string> = {
  green: 'green',
  amber: 'orange',
  red: 'red',
  signed: 'purple',
}

/** The findings in what a source covers, and readers must not get as it is written. */
const TO_CHANGE: readonly string[] = ['address', 'markup', 'hidden_character', 'wrong_language']

export function nameOfState(state: SentenceState, findings: readonly JudgeFinding[]): string {
  switch (state) {
    case 'green':
      return t('sources.state.green')
    case 'amber':
      return t('sources.state.amber')
    case 'red': {
      const reds = findings.map(({ code }) => code).filter((code) => RED_CODES.some((red) => red === code))
      const [only, ...others] = new Set(reds.map((code) => (TO_CHANGE.includes(code) ? 'change' : code)))
      if (others.length === 0 && only === 'copied_passage') return t('sources.state.copied')
      if (others.length === 0 && only === 'change') return t('sources.state.change')
      return t('sources.state.red')
    }
    case 'signed':
      return t('sources.state.signed')
  }
}

/** Its verdict and what was found, in words. */
export function describeState(state: SentenceState, { findings }: Pick<JudgedSentence, 'findings'>): string {
  return [`${nameOfState(state, findings)}.`, ...findings.map(describeJudgeFinding)].join(' ')
}

/** Says what was found in a sentence, and what to compare or do. */
export function describeJudgeFinding({ code, quote, other }: JudgeFinding): string {
  const values = { quote: shortened(quote), other: shortened(other) }
  switch (code) {
    case 'uncited':
      return t('sources.finding.uncited')
    case 'unknown_source':
      return t('sources.finding.unknownSource')
    case 'source_withdrawn':
      return t('sources.finding.sourceWithdrawn')
    case 'number_not_in_source':
      return t('sources.finding.number', values)
    case 'date_not_in_source':
      return t('sources.finding.date', values)
    case 'unit_not_in_source':
      return t('sources.finding.unit', values)
    case 'name_not_in_source':
      return t('sources.finding.name', values)
    case 'number_moved':
      return other ? t('sources.finding.numberMoved', values) : t('sources.finding.numberMovedBare', values)
    case 'names_swapped':
      return t('sources.finding.namesSwapped', values)
    case 'negation_lost':
      return other ? t('sources.finding.negationLost', values) : t('sources.finding.negationLostBare')
    case 'negation_added':
      return t('sources.finding.negationAdded')
    case 'modality_lost':
      return other ? t('sources.finding.modalityLost', values) : t('sources.finding.modalityLostBare')
    case 'quote_changed':
      return t('sources.finding.quoteChanged', values)
    case 'instruction':
      return t('sources.finding.instruction')
    case 'copied_passage':
      return t('sources.finding.copied', values)
    case 'address':
      return t('sources.finding.address', values)
    case 'markup':
      return t('sources.finding.markup')
    case 'hidden_character':
      return t('sources.finding.hidden')
    case 'wrong_language':
      return t('sources.finding.language')
    case 'little_in_common':
      return t('sources.finding.little')
    case 'origin_not_named':
      return other ? t('sources.finding.origin', values) : t('sources.finding.originBare')
    case 'figures_differ':
      return t('sources.finding.figures')
    case 'source_old':
      return t('sources.finding.old')
    case 'source_corrected':
      return t('sources.finding.corrected')
    case 'instruction_nearby':
      return t('sources.finding.instructionNearby')
    case 'unclear':
      return quote ? t('sources.finding.unclear', values) : t('sources.finding.unclearBare')
    case 'changed':
      return t('sources.finding.changed')
    case 'doubted':
      return other ? t('sources.finding.doubted', values) : t('sources.finding.doubtedBare')
  }
}

export function nameOfSourceState(state: ArticleSource['state']): string | null {
  switch (state) {
    case 'present':
      return null
    case 'removed':
      return t('sources.source.removed')
    case 'corrected':
      return t('sources.source.corrected')
    case 'withdrawn':
      return t('sources.source.withdrawn')
  }
}

export const describeSignature = ({ signed_by_name, reason }: SentenceSignature) =>
  t('sources.sign.by', { who: signed_by_name, reason })

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= MAX_QUOTE_LENGTH ? text : `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…`
}
