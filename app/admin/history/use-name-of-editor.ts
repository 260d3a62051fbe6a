import { useQuery } from '@tanstack/react-query'
import { administratorsQuery } from '#app/admin/administrators/administrators-queries.ts'
import { t } from '#app/admin/messages.ts'

/** Returns a function that names who did something by the id of the user; null means the program. */
export function useNameOfEditor(): (userId: string | null) => string {
  const { data = [] } = useQuery(administratorsQuery)
  const emails = new Map(data.flatMap(({ user_id, email }) => (user_id ? [[user_id, email]] : [])))
  return (userId) =>
    userId === null ? t('history.by.program') : (emails.get(userId) ?? t('history.by.unknown'))
}
