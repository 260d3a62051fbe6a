import { createHash, randomUUID } from 'node:crypto'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { Services } from '#server/features/services.ts'
import { ROOT } from '#server/platform/root.ts'
import type { FileMetadata } from '#server/supabase/storage/objects.ts'

const FOLDER = join(ROOT, 'public/demo')
const TYPE = 'image/webp'

const words = z.strictObject({
  credit: z.string(),
  licence: z.string(),
  licence_url: z.string(),
  alts: z.record(z.string(), z.partialRecord(z.enum(LANGUAGE_CODES), z.string())),
})

const nameOf = (slug: string) => `demo/${slug}.webp`

/** The address of the picture of an article of the demo, by the slug of the original. */
export const demoPictureAddress = (slug: string) => fileAddress(nameOf(slug))

/** Stores the pictures of the demo in the library, with what they show. Those that are there stay as they are. */
export async function seedDemoPictures({ storage, sql }: Pick<Services, 'storage' | 'sql'>): Promise<void> {
  const { alts, ...credit } = words.parse(
    parse(await readFile(join(ROOT, 'supabase/demo/pictures.yaml'), 'utf8')),
  )
  const pictures = (await readdir(FOLDER)).map((file) => ({
    file,
    version: randomUUID(),
    slug: file.replace(/\.webp$/, ''),
  }))
  // Until an object has a file, it is noted as unused, so that nothing is left if this process is killed.
  await sql`
    insert into storage.unused_files (file, remove_after)
    select version, now() + interval '1 hour' from unnest(${pictures.map(({ version }) => version)}::text[]) as version`
  const objects = await Promise.all(
    pictures.map(async ({ file, version, slug }) => {
      const bytes = await readFile(join(FOLDER, file))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // The storage may move the file away.
      const path = join(storage.incoming, `${version}.demo`)
      await copyFile(join(FOLDER, file), path)
      await storage.backend.put(version, { path, size: bytes.length, sha256, type: TYPE })
      const metadata: FileMetadata = {
        eTag: `"${sha256.slice(0, 32)}"`,
        size: bytes.length,
        mimetype: TYPE,
        cacheControl: 'max-age=3600',
        lastModified: new Date().toISOString(),
        contentLength: bytes.length,
        httpStatusCode: 200,
      }
      return { name: nameOf(slug), version, metadata, told: { filename: file }, alts: alts[slug] ?? {} }
    }),
  )
  await sql.transaction(async (transaction) => {
    const added = await transaction<{ id: string }[]>`
      insert into storage.objects (bucket_id, name, version, metadata, user_metadata)
      select ${MEDIA_BUCKET}, name, version, metadata, told
      from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as given (name text, version text, metadata jsonb, told jsonb)
      on conflict (bucket_id, name) do nothing returning id`
    const ids = added.map(({ id }) => id)
    await transaction`
      update public.media_files as file set alts = given.alts, credit = ${credit.credit}, licence = ${credit.licence},
        licence_url = ${credit.licence_url}
      from jsonb_to_recordset(${JSON.stringify(objects)}::jsonb) as given (name text, alts jsonb)
      where file.name = given.name and file.id = any (${ids}::uuid[])`
    await transaction`insert into private.demo_rows (id) select unnest(${ids}::text[])`
  })
}
