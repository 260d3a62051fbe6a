import type { Category } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import type { FileProblem } from '#core/domain/site-file.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type ShippedWord, shippedWords } from '#core/i18n/shipped-words.ts'
import { problemOfText, unusedKeys, valuesOf } from '#core/i18n/word-problems.ts'

/** Finds what is wrong with the words of a file, in a publication with these sections. */
export function findWordProblems(words: Settings['words'], categories: readonly Category[]): FileProblem[] {
  const shipped = shippedWords({ words, categories })
  const unknown = unusedKeys(shipped, words).map((key) => ({
    path: `words.${key}`,
    message: 'Is no message',
  }))
  const wrong = shipped.flatMap((word) =>
    Object.entries(words[word.key] ?? {}).flatMap(([code, text]) => {
      const message = describeProblem(word, code as Language, text)
      return message ? [{ path: `words.${word.key}.${code}`, message }] : []
    }),
  )
  return [...unknown, ...wrong]
}

function describeProblem(word: ShippedWord, language: Language, text: string): string | null {
  if (word.texts.any[language] === undefined) return 'Is no message in this language'
  const problem = problemOfText(word, language, text)
  switch (problem?.code) {
    case undefined:
      return null
    case 'too_long':
      return `Must have at most ${problem.max} characters, which fit where it stands`
    case 'link_missing':
      return 'Must have one link, written <link>like this</link>, if the message has one'
    case 'unknown_placeholder': {
      const values = new Intl.ListFormat('en').format(valuesOf(word))
      return `Has ${problem.placeholder}, which is not known here. ${values ? `Known: ${values}` : 'Nothing can be filled in'}`
    }
  }
}
