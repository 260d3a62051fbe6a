import * as z from 'zod'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'

const subscription = z.strictObject({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.literal('public'),
  table: z.string().max(63),
  filter: z.string().max(BOUNDS.filterCharacters).optional(),
  select: z.array(z.string().max(63)).min(1).max(100).optional(),
})

const join = z.strictObject({
  config: z.strictObject({
    broadcast: z
      .strictObject({
        ack: z.boolean().optional(),
        self: z.boolean().optional(),
        replication_ready: z.boolean().optional(),
      })
      .optional(),
    presence: z
      .strictObject({
        key: z.string().max(BOUNDS.presenceKeyCharacters).optional(),
        enabled: z.boolean().optional(),
      })
      .optional(),
    postgres_changes: z.array(subscription).max(BOUNDS.subscriptionsPerChannel).optional(),
    // The subscription is active before the reply is sent, so there is nothing to wait for.
    postgres_changes_options: z
      .strictObject({ wait: z.boolean().optional(), timeout: z.number().optional() })
      .optional(),
    private: z.boolean().optional(),
  }),
  access_token: z.string().max(BOUNDS.frameBytes).nullable().optional(),
  /** Of the client. */
  version: z.string().max(100).optional(),
})

/** A subscription to the changes of a table, as it is written in the join. */
export type WantedChanges = z.infer<typeof subscription>

export interface Join {
  accessToken: string | null
  isPrivate: boolean
  broadcast: { acknowledges: boolean; includesSender: boolean; confirmsReplication: boolean }
  presence: { key: string | null; isEnabled: boolean }
  changes: WantedChanges[]
}

/** Reads the payload of a join. Returns a sentence when something in it is not known. */
export function readJoin(payload: unknown): Join | string {
  const { data, error } = join.safeParse(payload)
  if (!data) return firstProblem(error)
  const {
    broadcast = {},
    presence = {},
    postgres_changes: changes = [],
    private: isPrivate = false,
  } = data.config
  return {
    accessToken: data.access_token ?? null,
    isPrivate,
    broadcast: {
      acknowledges: broadcast.ack ?? false,
      includesSender: broadcast.self ?? false,
      confirmsReplication: broadcast.replication_ready ?? false,
    },
    presence: { key: presence.key || null, isEnabled: presence.enabled ?? false },
    changes,
  }
}

/** The first problem of a payload, short enough for a reply. */
export function firstProblem(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? []
  return `${issue?.path.join('.') || 'payload'}: ${issue?.message}`.slice(0, 200)
}
