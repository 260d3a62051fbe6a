import { withFewMarks } from '#core/languages/fold-letters.ts'

/** The longest text that is checked; more is not a segment. */
export const MAX_CHARACTERS = 20_000

/** The placeholder for code, images and everything else that is not text. */
export const NOT_TEXT = '\uFFFC'

const TAG = /<(\/?)([a-z]{1,3})\d{1,4} ?(\/?)>/g

/** The visible text: marks around text disappear, and tags without text separate words. */
export function textOfSegment(tagged: string): string {
  return withFewMarks(tagged)
    .replace(TAG, (_, _close: string, kind: string, alone: string) =>
      alone === '' ? '' : kind === 'n' ? '\n' : NOT_TEXT,
    )
    .normalize('NFC')
}

/** The visible text without emphasised, linked or quoted parts, which may be names or quotations in another language. */
export function ownWordsOfSegment(tagged: string): string {
  return textOfSegment(tagged.replace(MARKED, ' ').replace(QUOTED, ' '))
}

const MARKED = /<([a-z]{1,3}\d{1,4})>[^<>]{1,100}<\/\1>/g
const QUOTED = /“[^“”\n]{1,100}”|„[^„“”\n]{1,100}[“”]|«[^«»\n]{1,100}»|»[^«»\n]{1,100}«|"[^"\n]{1,100}"/g
