import type { TranslatedFields } from '#core/domain/article.ts'
import { contextOf, readTranslation, textsOfArticle } from '#core/translation/article-texts.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import type { PresentText } from '#core/translation/plan-translation.ts'

interface StoredTranslation extends TranslatedFields {
  /** The texts of the revision that was translated; null when it is unknown. */
  source: TranslatedFields | null
  /** The texts as a run stored them; null when an editor has written them, or they are unknown. */
  asStored: TranslatedFields | null
  parts: readonly Omit<PresentText, 'context' | 'source'>[]
}

/** The texts of a translation, each with its source text; one that is not remembered yet has the id 0. Null when the structure differs. */
export function comparePresentTexts(present: StoredTranslation): PresentText[] | null {
  if (!present.source) return null
  const source = cutArticle(textsOfArticle(present.source))
  const now = cutArticle(textsOfArticle(present))
  const stored = present.asStored && cutArticle(textsOfArticle(present.asStored))
  const texts = readTranslation(source, now)
  if (!texts) return null
  const isRecorded = present.parts.length === texts.length
  const isComparable = stored?.segments.length === now.segments.length
  // Compared both as answered and as stored, because answers are tidied before they are stored.
  const isStored = (index: number) =>
    texts[index] === present.parts[index]?.translation ||
    (isComparable && stored?.segments[index]?.text === now.segments[index]?.text)

  return source.segments.map((segment, index): PresentText => {
    const context = contextOf(segment)
    const part = isRecorded ? present.parts[index] : undefined
    if (part && isStored(index)) return { ...part, context, source: segment.text }
    return {
      context,
      source: segment.text,
      translation: texts[index] ?? '',
      origin: 'person',
      segmentId: 0,
      proposedId: null,
    }
  })
}
