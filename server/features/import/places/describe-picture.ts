import { fileNameOf } from '#core/domain/image-address-input.ts'
import { MAX_ALT_LENGTH, plainLine } from '#core/domain/media-input.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** Gives a file of the library the alt text and the caption that it had, where it has none in this language. */
export async function describePicture(
  sql: Sql,
  path: string,
  { alt, caption, language }: { alt: string; caption: string; language: Language },
): Promise<void> {
  const alts = lineIn(language, alt)
  const captions = lineIn(language, caption)
  if (alts === '{}' && captions === '{}') return
  await sql`
    update public.media_files
    set alts = case when decorative then alts else ${alts}::jsonb || alts end, captions = ${captions}::jsonb || captions
    where name = ${fileNameOf(path)}
      and (captions <> ${captions}::jsonb || captions or not decorative and alts <> ${alts}::jsonb || alts)`
}

function lineIn(language: Language, text: string): string {
  const line = plainLine(text.replace(/\s+/g, ' '), MAX_ALT_LENGTH)
  return JSON.stringify(line === '' ? {} : { [language]: line })
}
