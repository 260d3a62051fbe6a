import { useMemo } from 'react'

/** A text of a source, with the words marked that a sentence of the article shares with it. */
export function MarkedWords({ text, sentence }: { text: string; sentence: string }) {
  const parts = useMemo(() => markSharedWords(text, sentence), [text, sentence])
  return parts.map(({ text: words, isShared }, index) =>
    isShared ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice
      <mark key={index} className="bg-blue/15 font-medium text-ink">
        {words}
      </mark>
    ) : (
      words
    ),
  )
}

/** Parts of a text, in their order; `isShared` for words that another text has, too. */
interface TextPart {
  text: string
  isShared: boolean
}

// Figures with what belongs to them, and words.
const WORD = /[\p{Sc}]?\p{N}[\p{L}\p{N}.,:%‰]*|[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu
/** Shorter words say little of what a sentence is about, unless they are figures or names. */
const MIN_WORD_LENGTH = 4
/** The length of a word that its forms mostly share. */
const STEM_LENGTH = 6

/** Splits a sentence of a source at the very words that a sentence of the article shares with it. */
export function markSharedWords(source: string, sentence: string): TextPart[] {
  const wanted = new Set(wordsOf(sentence).map(({ stem }) => stem))
  const parts: TextPart[] = []
  let end = 0
  const add = (text: string, isShared: boolean) => {
    const last = parts.at(-1)
    if (text === '') return
    if (last?.isShared === isShared) last.text += text
    else parts.push({ text, isShared })
  }
  for (const { from, to, stem } of wordsOf(source)) {
    if (!wanted.has(stem)) continue
    const between = source.slice(end, from)
    // The text between two shared words belongs to neither, except for a space.
    add(between, between === ' ' && parts.at(-1)?.isShared === true)
    add(source.slice(from, to), true)
    end = to
  }
  add(source.slice(end), false)
  return parts
}

/** Returns how much of a sentence stands in another one, from 0 to 1: its figures and names count more than its other words. */
export function likeness(candidate: string, sentence: string): number {
  const wanted = new Map(wordsOf(sentence).map(({ stem, weight }) => [stem, weight]))
  const found = new Set(wordsOf(candidate).map(({ stem }) => stem))
  let total = 0
  let shared = 0
  for (const [stem, weight] of wanted) {
    total += weight
    if (found.has(stem)) shared += weight
  }
  return total === 0 ? 0 : shared / total
}

function wordsOf(text: string) {
  const words: { from: number; to: number; stem: string; weight: number }[] = []
  for (const match of text.matchAll(WORD)) {
    const word = match[0].replace(/[.,:]+$/, '')
    const isFigure = /^\P{L}*\p{N}/u.test(word)
    const isName = /^\p{Lu}/u.test(word) && match.index > 0
    if (word.length < MIN_WORD_LENGTH && !isFigure && !isName) continue
    const stem = isFigure ? word : word.toLocaleLowerCase('en').slice(0, STEM_LENGTH)
    words.push({
      from: match.index,
      to: match.index + word.length,
      stem,
      weight: isFigure || isName ? 3 : 1,
    })
  }
  return words
}
