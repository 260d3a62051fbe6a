import type { TextOrigin } from '#core/domain/article-translation.ts'
import { alignSegments } from '#core/translation/align-segments.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { textOfSegment } from '#core/translation/checks/segment-text.ts'
import type { ArticleCut } from '#core/translation/cut-article.ts'
import type { Segment } from '#core/translation/segment.ts'

/** The text of a segment in the present translation. */
export interface PresentText {
  context: string
  /** The source from which it was translated. */
  source: string
  translation: string
  origin: TextOrigin
  segmentId: number
  /** The model's text for another source, until an editor decides. */
  proposedId: number | null
}

export interface PlannedSegment {
  segment: Segment
  context: string
  /** The source has not changed, and the text keeps to the glossary, so it stays. */
  kept: PresentText | null
  /** A person's text of a source that has changed since. */
  persons: PresentText | null
}

/** Decides which parts of a translation stay when its original, or the glossary, has changed. Without a translation, everything is new. */
export function planTranslation(
  cut: ArticleCut,
  present: readonly PresentText[],
  glossary: Glossary | null = null,
): PlannedSegment[] {
  const segments = cut.segments.map((segment) => ({ context: contextOf(segment), text: segment.text }))
  const older = present.map(({ context, source }) => ({ context, text: source }))
  return alignSegments(older, segments).map(({ old, isSame }, index) => {
    const segment = cut.segments[index] as Segment
    const before = old === null ? null : (present[old] ?? null)
    return {
      segment,
      context: segments[index]?.context ?? '',
      kept: isSame && before && keepsToGlossary(glossary, before) ? before : null,
      persons: !isSame && before?.origin === 'person' ? before : null,
    }
  })
}

/** Returns true if a text keeps to the present glossary. A person's text is not judged. */
export function keepsToGlossary(
  glossary: Glossary | null,
  { origin, source, translation }: { origin: TextOrigin; source: string; translation: string },
): boolean {
  if (origin === 'person' || !glossary) return true
  return glossary.check(textOfSegment(source), textOfSegment(translation)).length === 0
}
