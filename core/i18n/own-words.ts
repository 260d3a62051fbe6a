import type { Settings } from '#core/domain/settings.ts'
import type { Language } from '#core/i18n/languages.ts'
import { placeholdersOf } from '#core/i18n/message-rules.ts'
import type { Catalog } from '#core/i18n/translator.ts'

/** The problem of a text that is to replace a message. */
export type WordProblem =
  /** It has this placeholder, which the message does not have. */
  | { code: 'unknown_placeholder'; placeholder: string }
  /** The link that the message has is missing, or there is more than one. */
  | { code: 'link_missing' }

/** The problem of a text that is to replace these messages, variants of one: values may be left out, links may not. Null for none. */
export function problemOfWord(text: string, messages: readonly string[]): WordProblem | null {
  const known = messages.flatMap(placeholdersOf)
  const used = placeholdersOf(text)
  const unknown = used.find((placeholder) => !known.includes(placeholder))
  if (unknown !== undefined) return { code: 'unknown_placeholder', placeholder: unknown }
  const tags = (placeholders: readonly string[]) => placeholders.filter((one) => one.startsWith('<')).join()
  const isLinked = messages.every((message) => tags(placeholdersOf(message)) === tags(used))
  if (isLinked && (!used.includes('<link>') || /<link>[^<]+<\/link>/.test(text))) return null
  return { code: 'link_missing' }
}

/** The texts of the setting `words` in a language that can be used. `variants` has the message that each replaces, in all its variants. */
export function usableWords(
  words: Settings['words'],
  language: Language,
  variants: readonly Catalog[],
): Catalog {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, texts]) => {
      const text = texts[language]
      const messages = variants.flatMap((catalog) =>
        Object.hasOwn(catalog, key) ? [catalog[key] ?? ''] : [],
      )
      if (text === undefined || messages.length === 0 || problemOfWord(text, messages)) return []
      return [[key, text]]
    }),
  )
}
