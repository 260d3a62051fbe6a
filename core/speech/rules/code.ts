import type { SpeechWords } from '#core/speech/speech-words.ts'

/** Longer code is not read. */
const MAX_CODE_LENGTH = 60

/** A name, a command or another short piece of code in a sentence: its words, and of its signs those that people say. */
export function sayCode(code: string, { dot, slash, dash, equals, at, shortCode }: SpeechWords): string {
  if (code.length > MAX_CODE_LENGTH) return shortCode
  const said = code
    .replace(/\(.{0,60}?\)/g, ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/(?<=^|\s)--?(?=\p{L})/gu, ` ${dash} `)
    .replace(/\.(?=[\p{L}\d])/gu, ` ${dot} `)
    .replace(/\//g, ` ${slash} `)
    .replace(/=+/g, ` ${equals} `)
    .replace(/@/g, ` ${at} `)
    .replace(/[^\p{L}\p{N}\s.+#]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return said || shortCode
}
