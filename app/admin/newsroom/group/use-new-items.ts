import { useEffect, useState } from 'react'
import type { GroupItem } from '#app/admin/newsroom/group/group-origins.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { markNewsGroupSeen } from '#core/data/news-groups.ts'

/** What is new since the last look. It stays marked for as long as the story is open, and is not new at the next look. */
export function useNewItems(groupId: string, items: readonly GroupItem[]): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useDeskMutation({ run: markNewsGroupSeen, invalidates: [[...NEWSROOM_KEY, 'stories']] })
  const unseen = items.flatMap(({ id, is_new }) => (is_new ? id : [])).join(' ')
  useEffect(() => {
    if (unseen) setNewIds((before) => new Set([...before, ...unseen.split(' ')]))
    mutate(groupId)
  }, [groupId, unseen, mutate])
  return newIds
}
