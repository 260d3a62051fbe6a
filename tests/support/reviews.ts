import type { ReviewSegment, TranslationReview } from '#core/domain/translation-review.ts'

/** A segment of a review in a test. */
export function aSegment(values: Partial<ReviewSegment> & Pick<ReviewSegment, 'id'>): ReviewSegment {
  return {
    kind: 'paragraph',
    source: `The source of ${values.id}.`,
    text: `Der Text von ${values.id}.`,
    origin: 'machine',
    translatedFrom: null,
    saysNow: null,
    proposed: null,
    approvedAt: null,
    remembered: [],
    refused: null,
    problems: [],
    ...values,
  }
}

export function aReview(segments: ReviewSegment[], version = 'first'): TranslationReview {
  return {
    original: { id: 'an-original', slug: 'chips', title: 'Chips', published: true },
    translation: null,
    language: 'de',
    waitsForReview: true,
    revision: 1,
    isCurrent: true,
    isPending: false,
    version,
    source: { title: 'Chips', subtitle: null, excerpt: '', content: '' },
    segments,
  }
}
