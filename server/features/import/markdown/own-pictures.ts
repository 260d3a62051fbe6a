import * as z from 'zod'
import { UPLOADS } from '#server/features/export/own-addresses.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { ImportedPicture, Report } from '#server/features/import/imported.ts'
import { describeIssue, moment, plain, text } from '#server/features/import/markdown/own-article.ts'
import type { OwnExport } from '#server/features/import/markdown/own-export.ts'
import { BrokenJson, readJson } from '#server/platform/documents/json/read-json.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { requireObjectName } from '#server/supabase/storage/objects.ts'

const FILE = 'pictures.json'
const MAX_PICTURES = 200_000
/** The most that is known of a picture: six languages with two texts of 500 characters each. */
const MAX_RECORD_LENGTH = 50_000

const texts = z.record(z.string().max(10), text(500))

const picture = z.object({
  address: text(2000).refine(
    (address) => address.startsWith(UPLOADS) && isName(address.slice(UPLOADS.length)),
    'is none of an upload',
  ),
  file: text(2000),
  alts: texts.default({}),
  decorative: z.boolean().default(false),
  captions: texts.default({}),
  credit: text(200).nullable().default(null),
  licence: text(100).nullable().default(null),
  licenceUrl: text(1000).nullable().default(null),
  focus: z.tuple([z.int().min(0).max(100), z.int().min(0).max(100)]).default([50, 50]),
  originalName: text(255).nullable().default(null),
  source: text(2000).nullable().default(null),
  uploaded: moment.nullable().default(null),
})

function isName(name: string): boolean {
  try {
    return requireObjectName(name) === name
  } catch {
    return false
  }
}

/** The pictures of an export of ours, with what it knows of each. */
export async function* readOwnPictures({ files }: OwnExport, report: Report): AsyncIterable<ImportedPicture> {
  const list = files.get(FILE)
  if (!list) return
  const { fail } = notesAt({ file: list.path, title: '', sourceId: '' }, report)
  let count = 0
  try {
    const options = { isRecord: (path: readonly string[]) => path.length === 1, maxLength: MAX_RECORD_LENGTH }
    for await (const { value } of readJson(list.open(), options)) {
      if (++count > MAX_PICTURES) return fail('too-large', `more than ${MAX_PICTURES} pictures`, 'left-out')
      const { data, error } = picture.safeParse(plain(value))
      const file = files.get(data?.file ?? '')
      if (!data) fail('picture', describeIssue(error), 'left-out')
      else if (!file) fail('picture', `${data.file.slice(0, 150)} is not in the export`, 'left-out')
      else yield { kind: 'picture', address: data.address, entry: file.path, alt: '', caption: '', own: data }
    }
  } catch (error) {
    if (!(error instanceof BrokenJson || error instanceof UnreadableSource)) throw error
    fail('incomplete', error.message, 'left-out')
  }
}
