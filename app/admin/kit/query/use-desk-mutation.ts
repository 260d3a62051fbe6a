import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { DESK_KEY } from '#app/admin/kit/query/desk-query.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { type ToastMessage, useToast } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'

/** The text of a message, a whole message, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that says nothing returns nothing
type Said = string | ToastMessage | void

export interface DeskMutationOptions<Input, Output> {
  /** Throws its errors. It is called again after a session that has ended was renewed. */
  run: (client: Client, input: Input) => Promise<Output>
  /** The message of `attempt` after a success. An error that the function throws counts as a failure. */
  done?: string | ((output: Output, input: Input) => Said | Promise<Said>)
  /** The message of `attempt` after a failure; by default the description of its error. */
  failed?: (description: string, error: unknown) => Said
  /** Keys, or prefixes of keys, of the queries to refetch. The mutation is pending until they have been refetched. */
  invalidates?: QueryKey[]
  /** Set when other parts of the page show that it is running. */
  key?: QueryKey | undefined
}

/** A mutation of the desk. `attempt` says how it went; `mutateAsync` throws, for forms and dialogs that show their errors themselves. */
export function useDeskMutation<Output, Input = void>({
  run,
  done,
  failed = (description) => description,
  invalidates = [],
  key,
}: DeskMutationOptions<Input, Output>) {
  const { toast } = useToast()
  const queries = useQueryClient()
  const mutation = useMutation({
    ...(key && { mutationKey: key }),
    mutationFn: (input: Input) => signedIn((client) => run(client, input)),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: DESK_KEY })
      await Promise.all(invalidates.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })

  function say(said: Said, frame: ToastMessage): void {
    if (said) toast(typeof said === 'string' ? { ...frame, description: said } : said)
  }

  /** Returns whether it succeeded. */
  async function attempt(input: Input): Promise<boolean> {
    try {
      const output = await mutation.mutateAsync(input)
      say(typeof done === 'function' ? await done(output, input) : done, { title: t('ui.success') })
      return true
    } catch (error) {
      say(failed(describeError(error), error), { title: t('ui.error'), variant: 'destructive' })
      return false
    }
  }

  return { ...mutation, attempt }
}
