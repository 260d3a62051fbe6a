import { sayAddress } from '#core/speech/rules/addresses.ts'
import { sayCode } from '#core/speech/rules/code.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

/** Blocks in an item of a list are read by themselves; the others are no words of the text. */
const LEFT_OUT = new Set(
  'p ul ol blockquote div section table pre figure hr button sup small svg style script input'.split(' '),
)

/** The words of a block without what is not read aloud: references to footnotes and sources, credits, notes for screen readers. */
export function inlineText(block: Element, words: SpeechWords | undefined): string {
  let text = ''
  for (const node of block.childNodes) {
    if (node.nodeType === 3) text += node.textContent
    else if (node.nodeType === 1) text += textOf(node as Element, words)
  }
  return text
}

function textOf(element: Element, words: SpeechWords | undefined): string {
  const name = element.localName
  if (LEFT_OUT.has(name) || element.classList.contains('sr-only')) return ''
  switch (name) {
    case 'br':
      return ' '
    case 'img':
      return pictureText(element, words)
    case 'code':
      return words ? sayCode(element.textContent ?? '', words) : (element.textContent ?? '')
    case 'figcaption':
      return ` ${inlineText(element, words)}`
  }
  if (words && element.hasAttribute('data-address')) return sayAddress(inlineText(element, words), words)
  return inlineText(element, words)
}

function pictureText(image: Element, words: SpeechWords | undefined): string {
  const alt = image.getAttribute('alt')?.trim()
  const said = words && alt ? `${words.picture}: ${alt}` : alt
  return said ? ` ${/[.!?…]$/.test(said) ? said : `${said}.`} ` : ''
}
