import type { Found, Place } from '#core/check/finding.ts'
import { type Block, placeOf } from '#core/check/text/block.ts'
import { anyOf } from '#core/languages/facts-of.ts'

/** A word with a capital letter. */
export interface NameWord {
  text: string
  from: number
  to: number
  /** True if its capital may only mean that a sentence begins, or that the line is a title. */
  isFirst: boolean
  /** True if the next word follows it with nothing but a space in between. */
  isJoined: boolean
}

/** One way of writing a name. */
export interface Spelling {
  text: string
  count: number
  /** True if it is in the middle of a sentence at least once, so that the capital is its own. */
  isSure: boolean
  field: Found['field']
  place: Place
  /** The index of its first place among all names. */
  order: number
}

/** The longest text that counts as a word. */
const WORD = /[\p{L}\p{N}]{1,40}(?:[-‑'’][\p{L}\p{N}]{1,40}){0,4}/gu

/** Elided articles of any language. */
const ELIDED = new RegExp(`^(?:\\p{L}{1,2}|${anyOf(({ names }) => names.elided)})['’](?=\\p{Lu})`, 'iu')

/** The words of a block that have a capital letter, without genitives and the articles that French and Italian join to them. */
export function nameWords({ text }: Pick<Block, 'text'>): { names: NameWord[]; others: string[] } {
  const words = [...text.matchAll(WORD)]
  const long = words.filter(({ 0: word }) => word.length >= 4)
  const capitals = long.filter(({ 0: word }) => /^\p{Lu}/u.test(word)).length
  const isTitle = long.length >= 3 && capitals > 0.6 * long.length
  const names: NameWord[] = []
  const others: string[] = []
  for (const [index, { 0: word, index: start }] of words.entries()) {
    const article = ELIDED.exec(word)?.[0].length ?? 0
    const name = word.slice(article).replace(/['’][sS]?$/u, '')
    if (!/\p{Lu}/u.test(name)) {
      others.push(word)
      continue
    }
    const next = words[index + 1]
    const end = start + word.length
    names.push({
      text: name,
      from: start + article,
      to: start + article + name.length,
      isFirst: isTitle || beginsSentence(text, start),
      isJoined:
        next !== undefined && name.length + article === word.length && isSpace(text.slice(end, next.index)),
    })
  }
  return { names, others }
}

function beginsSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at).trimEnd()
  return before === ''
    ? at <= 4 || text.slice(0, at).trim() === ''
    : /[.!?:…«»"“”„‚‘(–—•\uFFFC-]$/u.test(before)
}

const isSpace = (text: string) => text === ' ' || text === '\u00a0'

/** Adds a name to the spellings that were met so far. */
export function addSpelling(
  spellings: Map<string, Spelling>,
  block: Block,
  { text, from, to, isFirst, order }: Omit<NameWord, 'isJoined'> & { order: number },
): void {
  const known = spellings.get(text)
  if (known) {
    known.count++
    known.isSure ||= !isFirst
    return
  }
  spellings.set(text, {
    text,
    count: 1,
    isSure: !isFirst,
    field: block.field,
    place: placeOf(block, from, to),
    order,
  })
}
