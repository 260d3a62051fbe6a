import { readWhole } from '#server/features/backup/create-backup.ts'
import { type ExportEntry, moment, readRows, toJson } from '#server/features/export/export-entry.ts'
import { UPLOADS } from '#server/features/export/own-addresses.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { createPathNames } from '#server/platform/disk/file-names.ts'
import type { StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'

const AT_ONCE = 200

interface PictureRow {
  name: string
  stored: string | null
  facts: object
}

const QUERY = `
  select file.name, object.version as stored, jsonb_build_object(
      'type', file.type, 'alts', file.alts, 'decorative', file.decorative, 'captions', file.captions, 'credit', file.credit,
      'licence', file.licence, 'licenceUrl', file.licence_url, 'focus', array[file.focus_x, file.focus_y],
      'originalName', file.original_name, 'source', file.source_url, 'uploaded', ${moment('file.uploaded_at')}) as facts
  from public.media_files as file
  left join storage.objects as object on object.bucket_id = 'article-images' and object.name = file.name
  order by file.name collate "C"`

/** The pictures as they were uploaded, at the paths that the texts name, and what is known of them in `pictures.json`. */
export async function* listPictures(
  sql: Session,
  backend: StorageBackend,
  { onMissing }: { onMissing: (name: string) => void },
): AsyncGenerator<ExportEntry> {
  const pathOf = createPathNames()
  for await (const { name, stored } of readRows<PictureRow>(sql, QUERY, AT_ONCE)) {
    const path = pathOf(name)
    const content = stored === null ? null : await readWhole(backend, stored, () => null)
    if (content) yield { path: `${UPLOADS.slice(1)}${path}`, content }
    else onMissing(name)
  }
  yield { path: 'pictures.json', content: describePictures(sql) }
}

async function* describePictures(sql: Session): AsyncGenerator<string> {
  const pathOf = createPathNames()
  yield '['
  let separator = '\n'
  for await (const { name, facts } of readRows<PictureRow>(sql, QUERY, AT_ONCE)) {
    const picture = { address: UPLOADS + name, file: `${UPLOADS.slice(1)}${pathOf(name)}`, ...facts }
    yield separator + toJson(picture).trimEnd()
    separator = ',\n'
  }
  yield '\n]\n'
}
