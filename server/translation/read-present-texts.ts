import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { contextOf, textsOfArticle } from '#core/translation/article-texts.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import type { PresentText } from '#core/translation/plan-translation.ts'
import { readTranslation } from '#core/translation/read-translation.ts'
import type { Session } from '#server/database/connection.ts'
import { type LearnedEdit, learnFromEdits } from '#server/glossary/learn-from-edits.ts'
import { rememberTexts } from '#server/translation/memory.ts'
import type { PresentTranslation } from '#server/translation/read-story.ts'

/**
 * The texts of a translation with what the original said at their places. What a person has changed since a machine wrote it, or
 * has written, is remembered first, and what words were replaced is learned. Null when the structure is no longer that of the original.
 */
export async function readPresentTexts(
  sql: Session,
  present: PresentTranslation,
  { originalId, language }: { originalId: string; language: TranslatedLanguage },
): Promise<PresentText[] | null> {
  if (!present.source) return null
  const source = cutArticle(textsOfArticle(present.source))
  const now = cutArticle(textsOfArticle(present))
  const stored = present.asStored && cutArticle(textsOfArticle(present.asStored))
  const texts = readTranslation(source, now)
  if (!texts) return null
  const isRecorded = present.parts.length === texts.length
  const isComparable = stored?.segments.length === now.segments.length
  // As it was written, or as it is read: answers are tidied before they are written.
  const isStored = (index: number) =>
    texts[index] === present.parts[index]?.translation ||
    (isComparable && stored?.segments[index]?.text === now.segments[index]?.text)

  const found: PresentText[] = []
  const edited: PresentText[] = []
  const machines = new Map<PresentText, { id: number; text: string }>()
  for (const [index, segment] of source.segments.entries()) {
    const context = contextOf(segment)
    const part = isRecorded ? present.parts[index] : undefined
    if (part && isStored(index)) {
      found.push({ ...part, context, source: segment.text })
      continue
    }
    const text: PresentText = {
      context,
      source: segment.text,
      translation: texts[index] ?? '',
      origin: 'person',
      segmentId: 0,
      proposedId: null,
    }
    found.push(text)
    edited.push(text)
    if (part?.origin === 'machine') machines.set(text, { id: part.segmentId, text: part.translation })
  }
  const about = { language, origin: 'person', articleId: originalId } as const
  const given = edited.map(({ context, source: text, translation }) => ({ context, text, translation }))
  const ids = await rememberTexts(sql, given, about)
  for (const [index, id] of ids.entries()) {
    const text = edited[index]
    if (text) text.segmentId = id
  }
  const edits = edited.flatMap((text): LearnedEdit[] => {
    const before = machines.get(text)
    if (!before) return []
    return [{ source: text.source, before, after: { id: text.segmentId, text: text.translation } }]
  })
  await learnFromEdits(sql, { language, articleId: originalId, edits })
  return found
}
