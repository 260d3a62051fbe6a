import { escapeText } from '#core/translation/escape-text.ts'
import type { TakenAnswer } from '#server/features/newsroom/drafts/take-answer.ts'

/** The sentences of a draft as paragraphs of Markdown, in which nothing of their words is markup. */
export function writeParagraphs(sentences: TakenAnswer['sentences']): string {
  const paragraphs: string[] = []
  for (const { text, beginsParagraph } of sentences) {
    if (beginsParagraph || paragraphs.length === 0) paragraphs.push(text)
    else paragraphs[paragraphs.length - 1] += ` ${text}`
  }
  return paragraphs
    .map((text) => escapeText(text, { escaping: 'likely', startsLine: true, endsLine: true, isBlock: true }))
    .join('\n\n')
}
