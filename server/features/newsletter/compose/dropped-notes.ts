import { cut, quoteText, seenText } from '#server/features/newsletter/compose/quote-text.ts'

/** More sentences nobody reads. */
const MAX_NOTES = 60
const MAX_NOTE_LENGTH = 500

/** Collects sentences about what was not used. */
export function collectNotes() {
  const notes: string[] = []
  let more = 0
  return {
    add(note: string) {
      // What is wrong with a text is quoted from it.
      if (notes.length < MAX_NOTES) notes.push(cut(seenText(note), MAX_NOTE_LENGTH))
      else more += 1
    },
    /** About an article, which is named by its title. */
    about(title: string, note: string) {
      this.add(`${quoteText(title, 100)}: ${note}`)
    },
    all: () => (more > 0 ? [...notes, `And ${more} more.`] : notes),
  }
}

export type Notes = ReturnType<typeof collectNotes>
