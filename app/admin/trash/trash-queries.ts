import { languageName } from '#app/admin/article/language-name.ts'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { listTrash, listTrashedTogether, type TrashedStory } from '#core/data/article-trash.ts'
import type { Client } from '#core/data/client.ts'
import { listMembers } from '#core/data/members.ts'
import type { PageOptions } from '#core/data/postgrest.ts'

/** A deleted story, with the address of who deleted it; undefined when that person has no role any more. */
export type TrashRow = TrashedStory & { deletedByEmail: string | undefined }

export const trashQuery = (options: PageOptions & { search: string }) =>
  deskQuery([...ARTICLES_KEY, 'trash', options], (client) => listTrashRows(client, options))

export const trashedQuery = (id: string) =>
  deskQuery([...ARTICLES_KEY, 'trash', 'item', id], (client) => listTrashedTogether(client, id))

async function listTrashRows(client: Client, options: PageOptions & { search: string }) {
  const [{ rows, total }, members] = await Promise.all([listTrash(client, options), listMembers(client)])
  const emails = new Map(members.map(({ user_id, email }) => [user_id, email]))
  return {
    rows: rows.map((row): TrashRow => ({ ...row, deletedByEmail: emails.get(row.deleted_by) })),
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
  deletedByEmail,
}: Pick<TrashRow, 'deleted_by' | 'deletedByEmail'>): string {
  if (deletedByEmail) return t('trash.deletedBy', { who: deletedByEmail })
  return deleted_by === null ? t('trash.deletedByNobody') : t('trash.deletedBySomebody')
}

/** How long something stays in the trash; a day that has begun counts. */
export function describeTimeLeft(expiresAt: string, now: Date): string {
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS)
  return days > 1 ? t('trash.left.days', { count: days }) : t('trash.left.today')
}
