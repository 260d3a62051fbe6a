import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { textOfSegment } from '#core/translation/checks/segment-text.ts'

/** Whether a text keeps to the present glossary. What a person wrote is not judged. */
export function keepsToGlossary(
  glossary: Glossary | null,
  { origin, source, translation }: { origin: TextOrigin; source: string; translation: string },
): boolean {
  if (origin === 'person' || !glossary) return true
  return glossary.check(textOfSegment(source), textOfSegment(translation)).length === 0
}
