import { singleLine } from '#core/feeds/escape.ts'
import { truncate } from '#core/truncate.ts'

/** The number of notes from which further ones are only counted. */
const MAX_NOTES = 60
const MAX_NOTE_LENGTH = 500

/** Collects sentences for editors about what was not used. */
export function collectNotes() {
  const notes: string[] = []
  let more = 0
  return {
    add(note: string) {
      // Notes quote the text that they are about.
      if (notes.length < MAX_NOTES) notes.push(truncate(visibleText(note), MAX_NOTE_LENGTH))
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

/** Invisible characters, and characters that change the direction of the following text. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/gu

/** Quotes part of an untrusted text in a sentence for editors. */
export function quoteText(text: string, maxLength = 80): string {
  return `“${truncate(visibleText(text.slice(0, 10 * maxLength)), maxLength)}”`
}

/** The visible characters of a text, on one line. */
const visibleText = (text: string) => singleLine(text.replace(INVISIBLE, ''))
