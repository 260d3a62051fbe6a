import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_KEY, deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { listTrash, listTrashedTogether, type TrashedStory } from '#core/data/article-trash.ts'
import type { Client } from '#core/data/client.ts'
import type { PageOptions } from '#core/data/postgrest.ts'
import { listPeople } from '#core/data/profiles.ts'

/** A deleted story, with the name of who deleted it; undefined when that account is gone. */
export type TrashRow = TrashedStory & { deletedByName: string | undefined }

export const trashQuery = (options: PageOptions & { search: string }) =>
  deskQuery([...ARTICLES_KEY, 'trash', options], (client) => listTrashRows(client, options))

export const trashedQuery = (id: string) =>
  deskQuery([...ARTICLES_KEY, 'trash', 'item', id], (client) => listTrashedTogether(client, id))

async function listTrashRows(client: Client, options: PageOptions & { search: string }) {
  const [{ rows, total }, people] = await Promise.all([listTrash(client, options), listPeople(client)])
  const names = new Map(people.map(({ user_id, name }) => [user_id, name]))
  return {
    rows: rows.map(
      (row): TrashRow => ({
        ...row,
        deletedByName: row.deleted_by === null ? undefined : names.get(row.deleted_by),
      }),
    ),
    total,
  }
}

const DAY_MS = 86_400_000
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** 'English, German, and French' */
export function describeLanguages(codes: readonly string[]): string {
  return LIST.format(codes.map(languageName))
}

export function describeDeleter({
  deleted_by,
  deletedByName,
}: Pick<TrashRow, 'deleted_by' | 'deletedByName'>): string {
  if (deletedByName) return t('trash.deletedBy', { who: deletedByName })
  return deleted_by === null ? t('trash.deletedByNobody') : t('trash.deletedBySomebody')
}

/** Says how long something stays in the trash; a day that has begun counts. */
export function describeTimeLeft(expiresAt: string, now: Date): string {
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS)
  return days > 1 ? t('trash.left.days', { count: days }) : t('trash.left.today')
}
