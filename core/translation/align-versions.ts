import type { ArticleWords } from '#core/markdown/render-markdown.ts'
import type { Pictures } from '#core/markdown/show-pictures.ts'
import { type AlignedRow, alignBlocks, alignWhole } from '#core/translation/align-blocks.ts'
import { type ComparedBlock, originalBlocks, translationBlocks } from '#core/translation/compared-blocks.ts'

/** A longer text is not compared: the time grows with the square of its changes. */
const MAX_COMPARED_CHARACTERS = 100_000

/** The blocks of a translation, each with those of the original that belong to it. */
export function alignVersions(
  content: string,
  original: {
    content: string
    /** Its text as it was translated; null when that is unknown. */
    translated: string | null
  },
  words: ArticleWords & { pictures: Pictures },
): AlignedRow<ComparedBlock>[] {
  const translation = translationBlocks(content, words)
  const present = originalBlocks(original.content, translation)
  if ([content, original.content].some(isLong)) return alignWhole(translation, present)
  const translated =
    original.translated === original.content
      ? present
      : original.translated === null || isLong(original.translated)
        ? null
        : originalBlocks(original.translated, [])
  return alignBlocks({ translation, original: present, translated })
}

const isLong = (text: string) => text.length > MAX_COMPARED_CHARACTERS
