import type { Colleague } from '#core/domain/profile.ts'

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
