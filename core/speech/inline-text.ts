import { sayAddress } from '#core/speech/rules/addresses.ts'
import type { SpeechWords } from '#core/speech/speech-words.ts'

/** Longer code is not read. */
const MAX_CODE_LENGTH = 60

/** Blocks in an item of a list are read by themselves; the others are not words of the text. */
const LEFT_OUT = new Set(
  'p ul ol blockquote div section table pre figure hr button sup small svg style script input'.split(' '),
)

/**
 * The words of a block without the parts that are not read aloud: references to footnotes and sources, credits, notes for screen readers.
 * Addresses and code are in spoken form, or, for people who read along, as they are written.
 */
export function inlineText(block: Element, words: SpeechWords | undefined, as: 'said' | 'written'): string {
  let text = ''
  for (const node of block.childNodes) {
    if (node.nodeType === 3) text += node.textContent
    else if (node.nodeType === 1) text += textOf(node as Element, words, as)
  }
  return text
}

function textOf(element: Element, words: SpeechWords | undefined, as: 'said' | 'written'): string {
  const name = element.localName
  if (LEFT_OUT.has(name) || element.classList.contains('sr-only')) return ''
  switch (name) {
    case 'br':
      return ' '
    case 'img':
      return pictureText(element, words)
    case 'code':
      return words && as === 'said' ? sayCode(element.textContent ?? '', words) : (element.textContent ?? '')
    case 'figcaption':
      return ` ${inlineText(element, words, as)}`
  }
  const text = inlineText(element, words, as)
  return words && as === 'said' && element.hasAttribute('data-address') ? sayAddress(text, words) : text
}

function pictureText(image: Element, words: SpeechWords | undefined): string {
  const alt = image.getAttribute('alt')?.trim()
  const said = words && alt ? `${words.picture}: ${alt}` : alt
  return said ? ` ${/[.!?…]$/.test(said) ? said : `${said}.`} ` : ''
}

/** A name, a command or another short piece of code in a sentence: its words, and those of its signs that people pronounce. */
function sayCode(code: string, { dot, slash, dash, equals, at, shortCode }: SpeechWords): string {
  if (code.length > MAX_CODE_LENGTH) return shortCode
  const said = code
    .replace(/\(.{0,60}?\)/g, ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(?<=^|\s)--?(?=\p{L})/gu, ` ${dash} `)
    .replace(/\.(?=[\p{L}\d])/gu, ` ${dot} `)
    .replace(/\//g, ` ${slash} `)
    .replace(/=+/g, ` ${equals} `)
    .replace(/@/g, ` ${at} `)
    .replace(/[^\p{L}\p{N}\s.+#^]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return said || shortCode
}
