import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { contextOf, textsOfArticle } from '#core/translation/article-texts.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import type { PresentText } from '#core/translation/plan-translation.ts'
import { readTranslation } from '#core/translation/read-translation.ts'
import type { Session } from '#server/database/connection.ts'
import { rememberTexts } from '#server/translation/memory.ts'
import type { PresentTranslation } from '#server/translation/read-story.ts'

/**
 * The texts of a translation with what the original said at their places. What a person has changed since a machine wrote it, or
 * has written, is remembered first. Null when the structure is no longer that of the original.
 */
export async function readPresentTexts(
  sql: Session,
  present: PresentTranslation,
  { originalId, language }: { originalId: string; language: TranslatedLanguage },
): Promise<PresentText[] | null> {
  if (!present.source) return null
  const source = cutArticle(textsOfArticle(present.source))
  // A megabyte takes up to half a second, in which others wait.
  await nextTurn()
  const now = cutArticle(textsOfArticle(present))
  await nextTurn()
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
  }
  const about = { language, origin: 'person', articleId: originalId } as const
  const given = edited.map(({ context, source: text, translation }) => ({ context, text, translation }))
  const ids = await rememberTexts(sql, given, about)
  for (const [index, id] of ids.entries()) {
    const text = edited[index]
    if (text) text.segmentId = id
  }
  return found
}
