import { useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { joinBursts } from '#app/admin/live/join-bursts.ts'
import { type LiveChannel, openLiveChannel } from '#app/admin/live/live-channel.ts'
import { LIVE_TABLE_NAMES, type LiveTable } from '#app/admin/live/live-tables.ts'
import { refetchLive } from '#app/admin/live/refetch-live.ts'
import type { Client } from '#core/data/client.ts'

/** The first change is shown at once; of those that follow closely, all together. */
const PAUSE_MS = 300
/** Within this time the desks of an office, which may share one address, fetch it, because the server bounds requests at once. */
const SPREAD_MS = 60

export const LiveContext = createContext<LiveChannel | null>(null)

interface LiveUpdatesProps {
  client: Client
  email: string
  children: React.ReactNode
}

/** Refetches the queries of the desk when somebody changes what they show (`live` of `deskQuery`), and knows who else is where. */
export function LiveUpdates({ client, email, children }: LiveUpdatesProps) {
  const queries = useQueryClient()
  const [channel, setChannel] = useState<LiveChannel | null>(null)

  useEffect(() => {
    const changes = joinBursts<LiveTable>(async (tables) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS))
      await refetchLive(queries, tables, { isHidden: document.hidden })
    }, PAUSE_MS)
    const opened = openLiveChannel({
      client,
      email,
      onChange: (table) => changes.add([table]),
      onReload: () => changes.add(LIVE_TABLE_NAMES),
    })
    setChannel(opened)
    return () => {
      opened.stop()
      changes.stop()
    }
  }, [client, email, queries])

  return <LiveContext value={channel}>{children}</LiveContext>
}
