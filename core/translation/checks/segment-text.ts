import { withFewMarks } from '#core/languages/few-marks.ts'

/** More are no segment; nothing beyond is looked at. */
export const MAX_CHARACTERS = 20_000

/** Stands for code, images and all else that is no text. */
export const NOT_TEXT = '\uFFFC'

const TAG = /<(\/?)([a-z]{1,3})\d{1,4} ?(\/?)>/g

/** The text that readers read: marks around text leave nothing behind, what stands for something separates words. */
export function textOfSegment(tagged: string): string {
  return withFewMarks(tagged)
    .replace(TAG, (_, _close: string, kind: string, alone: string) =>
      alone === '' ? '' : kind === 'n' ? '\n' : NOT_TEXT,
    )
    .normalize('NFC')
}

/** The same without what is emphasised, linked or quoted, which may be a name or a quotation in another language. */
export function ownWordsOfSegment(tagged: string): string {
  return textOfSegment(tagged.replace(MARKED, ' ').replace(QUOTED, ' '))
}

const MARKED = /<([a-z]{1,3}\d{1,4})>[^<>]{1,100}<\/\1>/g
const QUOTED = /“[^“”\n]{1,100}”|„[^„“”\n]{1,100}[“”]|«[^«»\n]{1,100}»|»[^«»\n]{1,100}«|"[^"\n]{1,100}"/g
