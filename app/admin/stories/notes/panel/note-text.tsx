import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import type { ArticleNote } from '#core/domain/article-note.ts'
import type { Colleague } from '#core/domain/profile.ts'
import { wholeCharacter } from '#core/domain/text-anchor.ts'

interface NoteTextProps {
  text: string
  mentions: readonly string[]
  colleagues: readonly Colleague[]
}

/** The text of a note, with the names of those who are mentioned. It is never Markdown or HTML. */
export function NoteText({ text, mentions, colleagues }: NoteTextProps) {
  const names = colleagues.filter(({ user_id }) => mentions.includes(user_id)).map(({ name }) => `@${name}`)
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:isolate]">
      {splitAt(text, names).map((part, index) =>
        names.includes(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <span key={index} className="font-semibold text-blue">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** A text cut before and after each of the names. */
function splitAt(text: string, names: readonly string[]): string[] {
  let parts = [text]
  for (const name of names)
    parts = parts.flatMap((part) =>
      names.includes(part)
        ? [part]
        : part.split(name).flatMap((piece, index) => (index > 0 ? [name, piece] : [piece])),
    )
  return parts
}

interface SuggestedWordsProps {
  note: Pick<ArticleNote, 'quote' | 'replacement' | 'prefix' | 'suffix' | 'language'>
}

/** The number of characters around the words that are shown. */
const CONTEXT = 24
const LONGEST = 600

/** Shows what a suggestion changes, between what stands around it. Of long texts the rest is shown when it is asked for. */
export function SuggestedWords({ note }: SuggestedWordsProps) {
  const { quote, replacement, prefix, suffix, language } = note
  const [isWhole, setIsWhole] = useState(false)
  const isLong = Math.max(quote.length, replacement?.length ?? 0) > LONGEST
  const shown = (text: string) => showInvisible(isWhole ? text : shorten(text))
  const words = (
    <p lang={language} dir="auto" className="whitespace-pre-wrap text-soft wrap-anywhere">
      {showInvisible(before(prefix))}
      {quote && (
        <del className="bg-red/10 text-ink line-through decoration-red">
          <span className="sr-only">{t('notes.removed')} </span>
          {shown(quote)}
        </del>
      )}
      {replacement && (
        <ins className="bg-green/15 text-ink underline decoration-green underline-offset-3">
          <span className="sr-only">{t('notes.added')} </span>
          {shown(replacement)}
        </ins>
      )}
      {showInvisible(after(suffix))}
    </p>
  )
  if (!isLong) return words
  return (
    <>
      {words}
      <button
        type="button"
        className="min-h-6 underline underline-offset-4 hover:text-soft"
        onClick={() => setIsWhole(!isWhole)}
      >
        {t(isWhole ? 'notes.words.less' : 'notes.words.all')}
      </button>
    </>
  )
}

/** Whole words of the same line. */
const before = (prefix: string) =>
  linesOf(prefix.length <= CONTEXT ? prefix : prefix.slice(-CONTEXT).replace(/^\S*\s/, '')).at(-1) ?? ''
const after = (suffix: string) =>
  linesOf(suffix.length <= CONTEXT ? suffix : suffix.slice(0, CONTEXT).replace(/\s\S*$/, '')).at(0) ?? ''

const linesOf = (text: string) => text.split('\n')

const shorten = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, wholeCharacter(text, LONGEST))}…` : text

/** Characters that nobody sees, or that turn around what follows; those of emoji and of Arabic letters are not among them. */
const INVISIBLE =
  /(?![\t\n\u200C\u200D]|(?<=\p{Extended_Pictographic})\uFE0F|\uFE0F\u20E3)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFC]/gu

/** A text in which such characters are seen as their numbers: they are stored as they were typed, as in articles. */
export const showInvisible = (text: string): string =>
  text.replace(
    INVISIBLE,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
