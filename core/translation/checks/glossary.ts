import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'
import type { Problem } from '#core/translation/problem.ts'

export const MAX_GLOSSARY_ENTRIES = 2000
export const MAX_TERM_CHARACTERS = 100
const MAX_TERM_WORDS = 12

export interface GlossaryEntry {
  /** In English for `keep` and `translate-as`; in the language of the translation for `never`. */
  term: string
  rule: 'keep' | 'translate-as' | 'never'
  /** The translation that `translate-as` asks for. */
  as?: string
}

export interface Glossary {
  /** The entries for this text: those whose terms it contains. Entries with `never` are about translations, and are all in `forbidden`. */
  termsIn(source: string): GlossaryEntry[]
  forbidden: readonly GlossaryEntry[]
  /** The entries from which it was compiled. */
  entries: readonly GlossaryEntry[]
  check(source: string, target: string): Problem[]
}

/**
 * Prepares the entries of a language. How a text is compared with a term:
 * - A term begins and ends with whole words: letters or digits beside it make another word.
 * - A term with a capital letter is compared as it stands, another one in any case.
 * - A word may have an s more than the last of the term: GPUs, Googles.
 * - What `translate-as` asks for is found in any form: in any case, without accents, each word by its beginning, which is all but the
 *   last two letters of a word of five or more, with up to four other letters after it, or thirty after the last, as in compounds. A
 *   shorter word may have another of the endings of its language.
 */
export function compileGlossary(entries: readonly GlossaryEntry[]): Glossary {
  if (entries.length > MAX_GLOSSARY_ENTRIES) throw new RangeError(`More than ${MAX_GLOSSARY_ENTRIES} entries`)
  const compiled = entries.map(compileEntry)
  const sources = termFinder(compiled.filter(({ entry }) => entry.rule !== 'never'))
  const targets = termFinder(compiled.filter(({ entry }) => entry.rule !== 'translate-as'))
  return {
    termsIn: (source) => [...sources(source.normalize('NFC')).keys()].map(({ entry }) => entry),
    forbidden: entries.filter(({ rule }) => rule === 'never'),
    entries,
    check(source, target) {
      const [asked, given] = [sources(source), targets(target)]
      if (asked.size === 0 && given.size === 0) return []
      const problems: Problem[] = []
      let folded: string | null = null
      for (const [term, count] of asked) {
        const { term: name, rule, as = '' } = term.entry
        if (rule === 'keep') {
          const found = given.get(term) ?? 0
          if (found < count)
            problems.push({
              code: 'term_missing',
              term: name,
              times: count,
              found,
              wrote: nearly(name, target),
            })
          continue
        }
        folded ??= foldedWords(target)
        if (!term.as?.test(folded)) problems.push({ code: 'term_untranslated', term: name, as })
      }
      for (const { entry } of given.keys())
        if (entry.rule === 'never') problems.push({ code: 'term_forbidden', term: entry.term })
      return problems
    },
  }
}

/** Words of a text that only look like a term, such as in another case or with another apostrophe. */
function nearly(term: string, text: string): string | null {
  const pattern = term
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/\s+/gu, '[\\s\\p{Cf}]*')
    .replace(/['’‘]/g, "['’‘]")
    .replace(/[-‑–]/g, '[-‑–\\s]?')
  const found = text.match(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'))
  return found?.find((words) => words !== term) ?? null
}

interface CompiledTerm {
  entry: GlossaryEntry
  /** The required text, in lower case if any case is allowed. */
  text: string
  isExact: boolean
  /** Its words in lower case. */
  words: string[]
  /** The characters before its first word, and after its last. */
  before: number
  after: number
  as: RegExp | null
}

function compileEntry(entry: GlossaryEntry): CompiledTerm {
  const text = spaced(entry.term.normalize('NFC')).trim()
  const words = wordsOf(text)
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last || text.length > MAX_TERM_CHARACTERS || words.length > MAX_TERM_WORDS)
    throw new RangeError('A term has a word, and no more characters or words than are allowed')
  if (
    (entry.rule === 'translate-as') !== (entry.as !== undefined) ||
    (entry.as ?? '').length > MAX_TERM_CHARACTERS
  )
    throw new RangeError('What a term is translated as stands with translate-as, and only there')
  const isExact = /\p{Lu}/u.test(text)
  return {
    entry,
    text: isExact ? text : text.toLowerCase(),
    isExact,
    words: words.map(({ text }) => text.toLowerCase()),
    before: first.from,
    after: text.length - last.to,
    as: entry.as === undefined ? null : anyForm(entry.as),
  }
}

interface Node {
  next: Map<string, Node>
  terms: CompiledTerm[]
}

/** Counts the occurrences of each term in a text, walking through its words once. */
function termFinder(terms: CompiledTerm[]): (text: string) => Map<CompiledTerm, number> {
  const root: Node = { next: new Map(), terms: [] }
  for (const term of terms) {
    let node = root
    for (const word of term.words) {
      const known: Node = node.next.get(word) ?? { next: new Map(), terms: [] }
      node.next.set(word, known)
      node = known
    }
    node.terms.push(term)
  }
  return (text) => {
    const found = new Map<CompiledTerm, number>()
    if (terms.length === 0) return found
    const plain = spaced(text)
    const words = wordsOf(plain).map((word) => ({ ...word, lower: word.text.toLowerCase() }))
    const count = (node: Node | undefined, start: number, end: number) => {
      for (const term of node?.terms ?? []) {
        const from = (words[start]?.from ?? 0) - term.before
        const there = plain.slice(Math.max(0, from), from + term.text.length)
        const last = words[end]
        if (!last || last.to < from + term.text.length - term.after) continue
        if ((term.isExact ? there : there.toLowerCase()) === term.text)
          found.set(term, (found.get(term) ?? 0) + 1)
      }
    }
    for (const start of words.keys()) {
      let node: Node | undefined = root
      for (let end = start; node && end < words.length && end < start + MAX_TERM_WORDS; end++) {
        const lower = words[end]?.lower ?? ''
        // The s of a plural or genitive ends the term.
        if (lower.endsWith('s')) count(node.next.get(lower.slice(0, -1)), start, end)
        node = node.next.get(lower)
        count(node, start, end)
      }
    }
    return found
  }
}

const wordsOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }))

/** Each space becomes a plain one, so that no place moves. */
const spaced = (text: string) => text.replace(/\s/gu, ' ')

/** The words of a text without accents, in lower case, each after a space. */
const foldedWords = (text: string) => ` ${(foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `

/** A shorter word is compared whole, and with the endings of its plurals and genders: rete, reti. */
const MIN_LONG = 5

/** The other forms of a short word, in each language of which it has an ending. */
function inflected(word: string): string[] {
  return ofEveryLanguage(({ endings }) => foldLetters(endings.forms)).flatMap((forms) => {
    const endings = forms.split(' ')
    return endings
      .filter((ending) => word.endsWith(ending) && word.length - ending.length >= 2)
      .map((ending) => `${word.slice(0, -ending.length)}(?:${endings.join('|')})`)
  })
}

function anyForm(as: string): RegExp {
  const words = foldLetters(as).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) throw new RangeError('What a term is translated as has a word')
  const forms = words.map((word, index) => {
    const letters = [...word]
    const isLong = letters.length >= MIN_LONG
    const stem = isLong ? letters.slice(0, -2).join('') : word
    // Between spaces are only letters and digits, of which a class would be compiled a thousandfold.
    const longer = `${stem}[^ ]{0,${index === words.length - 1 ? 30 : 4}}`
    return isLong ? longer : `(?:${[longer, ...inflected(word)].join('|')})`
  })
  return new RegExp(` ${forms.join(' ')} `, 'u')
}
