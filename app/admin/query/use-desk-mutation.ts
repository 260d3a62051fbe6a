import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { DESK_KEY } from '#app/admin/query/desk-query.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'

interface DeskMutationOptions<Input, Output> {
  /** Throws its errors. It is called again after a session that has ended was renewed. */
  run: (client: Client, input: Input) => Promise<Output>
  /** Keys, or prefixes of keys, of the queries to refetch. The mutation is pending until they have been refetched. */
  invalidates?: QueryKey[]
  /** Set when other parts of the page show that it is running. */
  key?: QueryKey | undefined
}

/** A mutation of the desk. */
export function useDeskMutation<Output, Input = void>({
  run,
  invalidates = [],
  key,
}: DeskMutationOptions<Input, Output>) {
  const queries = useQueryClient()
  return useMutation({
    ...(key && { mutationKey: key }),
    mutationFn: (input: Input) => signedIn((client) => run(client, input)),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: DESK_KEY })
      await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}
