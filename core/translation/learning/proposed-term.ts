import { isFunctionWord } from '#core/languages/function-words.ts'
import { textOfSegment } from '#core/translation/checks/segment-text.ts'
import { MAX_PHRASE_WORDS, readWords, type TextWord } from '#core/translation/learning/word-changes.ts'

/** The longest text; the longest paragraphs have half of it. */
const MAX_CHARACTERS = 4_000
const MAX_TERM_CHARACTERS = 100

/**
 * The English term that a change of words is about: the words of the person, when all sources have exactly these; else the longest run of
 * one to five words that is in all of them, begins and ends with a word that has a meaning of its own, and is the same apart from its case
 * and the s of a plural. Null when there is none.
 */
export function proposedTerm({
  after,
  sources,
}: {
  after: string
  sources: readonly string[]
}): string | null {
  const runs = sources.map(runsOf)
  const shared = [...(runs[0]?.keys() ?? [])].filter((key) => runs.every((found) => found.has(key)))
  const formOf = (key: string) => plainest(runs.map((found) => found.get(key) ?? ''))
  const kept = keyOf(readWords(after.normalize('NFC')))
  if (shared.includes(kept)) return formOf(kept)
  const [longest] = shared.toSorted((a, b) => wordsIn(b) - wordsIn(a) || b.length - a.length)
  return longest === undefined ? null : formOf(longest)
}

const wordsIn = (key: string) => key.split(' ').length

/** The runs of words in a source, by their normal forms. */
function runsOf(source: string): Map<string, string> {
  const runs = new Map<string, string>()
  const text = textOfSegment(source.slice(0, MAX_CHARACTERS))
  const words = readWords(text)
  for (const start of words.keys()) {
    for (let end = start; end < Math.min(words.length, start + MAX_PHRASE_WORDS); end++) {
      if (!words[end]?.isWord) break
      const run = words.slice(start, end + 1)
      const key = keyOf(run)
      if (!isTerm(run) || key.length > MAX_TERM_CHARACTERS) continue
      const form = run.map((word) => word.text).join(' ')
      const known = runs.get(key)
      if (known !== form) runs.set(key, known === undefined ? form : plainest([form, known]))
    }
  }
  return runs
}

function isTerm(run: readonly TextWord[]): boolean {
  const [first, last] = [run[0]?.text ?? '', run.at(-1)?.text ?? '']
  if (isFunctionWord(first, 'en') || isFunctionWord(last, 'en')) return false
  return run.some(({ text }) => /\p{L}.*\p{L}/u.test(text))
}

const keyOf = (run: readonly TextWord[]) =>
  run.map(({ text }) => text.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '')).join(' ')

/** The form in the middle of a sentence and in the singular, if there is one: with the fewest capitals, then the shortest. */
function plainest(forms: readonly string[]): string {
  const capitals = (form: string) => form.match(/\p{Lu}/gu)?.length ?? 0
  return forms.toSorted((a, b) => capitals(a) - capitals(b) || a.length - b.length)[0] ?? ''
}
