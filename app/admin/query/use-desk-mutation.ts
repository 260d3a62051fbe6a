import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { signedIn } from '#app/admin/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'

interface DeskMutationOptions<Input, Output> {
  /** Throws its errors, and can be done twice: a session that has ended is renewed in between. */
  run: (client: Client, input: Input) => Promise<Output>
  /** The queries that show what has changed, by their keys or the beginnings of them. They are read again before it counts as done. */
  invalidates?: QueryKey[]
}

/** How a screen of the desk changes something. */
export function useDeskMutation<Output, Input = void>({
  run,
  invalidates = [],
}: DeskMutationOptions<Input, Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => signedIn((client) => run(client, input)),
    onSuccess: async () => {
      await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
}
