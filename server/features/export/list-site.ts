import type { Page } from '#core/domain/page.ts'
import {
  type ExportEntry,
  moment,
  readRows,
  toJson,
  withFrontMatter,
} from '#server/features/export/export-entry.ts'
import { picturesWithoutSite } from '#server/features/export/own-addresses.ts'
import { describeSiteFolder } from '#server/features/setup/print-site-file.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { raw } from '#server/platform/database/fragment.ts'
import { nameOfSlug } from '#server/platform/disk/file-names.ts'

/** A text has 256 kB at most. */
const AT_ONCE = 50

type DraftRow = Pick<
  Page,
  'slug' | 'language' | 'title' | 'description' | 'content' | 'position' | 'updated_at'
>

const DRAFTS = `
  select slug, language, title, description, content, position, ${moment('updated_at')} as updated_at
  from public.pages where not published order by slug collate "C", language collate "C"`

/**
 * Settings, sections and published pages as `npm run setup -- --file site/site.json` reads them, with logo and icon; and the pages that
 * are still drafts.
 */
export async function* listSite(sql: Session, siteUrl: string): AsyncGenerator<ExportEntry> {
  const files = [...(await describeSiteFolder(sql))].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, content] of files) {
    const isText = typeof content === 'string' && name.endsWith('.md')
    yield { path: `site/${name}`, content: isText ? await picturesWithoutSite(content, siteUrl) : content }
  }
  const dates = await sql<{ slug: string; lang: string; lastmod: string }[]>`
    select slug, language as lang, ${raw(moment('updated_at'))} as lastmod from public.pages where published
    order by slug collate "C", language collate "C"`
  if (dates.length > 0) yield { path: 'site/pages.json', content: toJson(dates) }
  for await (const { content, ...page } of readRows<DraftRow>(sql, DRAFTS, AT_ONCE)) {
    const { title, description, slug, language, position, updated_at } = page
    yield {
      path: `site/drafts/${nameOfSlug(slug)}.${language}.md`,
      content: withFrontMatter(
        {
          title,
          description,
          slug,
          lang: language,
          listed: position,
          lastmod: updated_at,
          draft: true,
          layout: 'page',
        },
        await picturesWithoutSite(content, siteUrl),
      ),
    }
  }
}
