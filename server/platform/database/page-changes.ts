import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import { type Listening, listen } from '#server/platform/database/listen.ts'

/**
 * Listens for the changes that the database announces. Changes during a lost connection are unknown, so `onUnknown` is called
 * each time listening starts, and when the database announces that anything may have changed.
 */
export function listenForPageChanges(
  address: DatabaseAddress,
  listener: { onChange: (tags: string[]) => void; onUnknown: () => void },
): Promise<Listening> {
  return listen(address, 'page_changes', {
    onPayload: (payload) => (payload === '*' ? listener.onUnknown() : listener.onChange(payload.split('\n'))),
    onListening: listener.onUnknown,
    purpose: 'pages',
  })
}
