import type { SubscriberProgram } from '#core/domain/subscriber-import.ts'
import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'
import { wordsIn } from '#core/languages/lists.ts'
import { shorten } from '#server/features/newsletter/import/parse-cells.ts'
import { programOf } from '#server/features/newsletter/import/programs.ts'
import type { DecidingRole, Standing } from '#server/features/newsletter/import/standing.ts'

/** The fields that a column can have. */
export type ImportField =
  | 'email'
  | 'language'
  | 'subscribed_at'
  | 'confirmed_at'
  | 'ip'
  | 'confirmed_ip'
  | 'attributes'
  | 'sections'
  /** Is not read, and may have any text. */
  | 'note'
  | DecidingRole

const OTHER_FIELDS = new Set<ImportField>(
  'email language subscribed_at confirmed_at ip confirmed_ip attributes sections note'.split(
    ' ',
  ) as ImportField[],
)
/** True when a column of this field can exclude a subscriber; one of them is enough, whatever the others say. */
export const isDeciding = (field: ImportField): field is DecidingRole => !OTHER_FIELDS.has(field)

/** The names of each column in exports of any system, without capitals, accents, spaces and punctuation. */
const FIELDS = new Map(
  ofEveryLanguage(({ lists }) => lists.columns.split(';'))
    .flat()
    .map(wordsIn)
    .flatMap(([field, ...names]) => names.map((name) => [name, field as ImportField] as const)),
)

/** A column of the file before anything below it is known. */
export interface NamedColumn {
  index: number
  /** The name as it is shown. */
  name: string
  plain: string
  /** By its name; undefined if that says nothing. */
  field: ImportField | undefined
}

export interface ParsedHeader {
  columns: NamedColumn[]
  /** The program that wrote the file, as far as its columns say. */
  program: SubscriberProgram | null
  /** The meanings of its words, in lower case. */
  words: ReadonlyMap<string, Standing>
}

/**
 * Parses the header, or returns a sentence that says what is wrong with it. Of several columns for one field the first is read, except for
 * those that decide.
 */
export function parseHeader(header: readonly string[]): ParsedHeader | { problem: string } {
  const names = header.map(plainName)
  const program = programOf(names)
  const ofProgram = new Map(Object.entries(program?.columns ?? {}))
  // A field of a person may have any name; the program knows which column is the address.
  const hasOwnEmail = names.some((name) => ofProgram.get(name) === 'email')
  const taken = new Set<ImportField>()
  const columns: NamedColumn[] = []
  for (const [index, plain] of names.entries()) {
    const name = shorten(header[index] ?? '')
    const ofAny = FIELDS.get(plain)
    const known = ofProgram.get(plain) ?? (ofAny === 'email' && hasOwnEmail ? 'note' : ofAny)
    if (known === 'email' && taken.has(known) && !hasOwnEmail)
      return { problem: 'Two columns are called email. Delete the one that is not meant, and try again.' }
    const isTaken = known && !isDeciding(known) && taken.has(known)
    if (known) taken.add(known)
    columns.push({ index, name, plain, field: isTaken ? 'note' : known })
  }
  if (taken.has('email'))
    return { columns, program: program?.name ?? null, words: new Map(Object.entries(program?.words ?? {})) }
  if (header.some((cell) => cell.includes('@')))
    return {
      problem:
        'The first line has to name the columns. Put a line such as “email,language” before the addresses.',
    }
  return {
    problem: `No column is called “email”. The first line is: ${shorten(header.join(', ')) || 'empty'}.`,
  }
}

const plainName = (name: string): string => foldLetters(name.slice(0, 100)).replace(/[^a-z0-9]/g, '')
