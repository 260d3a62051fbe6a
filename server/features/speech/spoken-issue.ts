import { parseHTML } from 'linkedom'
import type { NewsletterMessage } from '#core/domain/newsletter-issue.ts'
import { readBlocks } from '#core/speech/read-blocks.ts'
import { speechWordsOf } from '#core/speech/speech-languages.ts'
import { partsOfBlocks, type SpokenPart } from '#server/features/speech/spoken-parts.ts'
import type { SpokenBy } from '#server/platform/ai/speech-model.ts'

const BLOCKS = new Set('p div h2 h3 h4 ul ol blockquote pre hr'.split(' '))

/**
 * Lists what is read aloud of an issue as it was sealed, in order: its subject, its preheader, and each block of its content, with a
 * chapter for each heading. Blocks in another language are left out, because the voice would read them by its own rules.
 */
export function spokenIssueParts(
  message: Pick<NewsletterMessage, 'subject' | 'preheader' | 'content' | 'language'>,
  voice: SpokenBy,
): SpokenPart[] {
  const { language } = message
  const { document } = parseHTML('<!doctype html><h1></h1><p></p><div></div>')
  const [title, subtitle, text] = ['h1', 'p', 'div'].map((name) => document.querySelector(name)) as [
    Element,
    Element,
    Element,
  ]
  title.textContent = message.subject
  subtitle.textContent = message.preheader
  text.innerHTML = message.content
  for (const foreign of text.querySelectorAll(`[lang]:not([lang="${language}"])`)) foreign.remove()
  // The name of a section above a story of which nothing is left.
  for (const mark of text.querySelectorAll('[data-section]'))
    if (!mark.nextElementSibling?.textContent?.trim()) mark.remove()
  for (const frame of [text, ...text.querySelectorAll('div')]) makeParagraphs(frame)
  for (const frame of [...text.querySelectorAll('div')].reverse()) frame.replaceWith(...frame.childNodes)
  const headings = [...text.querySelectorAll('h2, h3')].map((heading) => heading.textContent ?? '')
  const blocks = readBlocks({ title, subtitle, text }, language, speechWordsOf(language))
  return partsOfBlocks(blocks, { title: message.subject, headings, voice })
}

/** Puts what stands between the blocks of an element into paragraphs, as a browser shows it. */
function makeParagraphs(frame: Element): void {
  let paragraph: Element | null = null
  for (const node of [...frame.childNodes]) {
    if (BLOCKS.has((node as Element).localName)) paragraph = null
    else {
      if (!paragraph) {
        paragraph = frame.ownerDocument.createElement('p')
        frame.insertBefore(paragraph, node)
      }
      paragraph.append(node)
    }
  }
}
