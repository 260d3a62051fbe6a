import type { ChildProcess } from 'node:child_process'
import type { ToProcess } from '#server/supervisor/messages.ts'
import type { Serving } from '#server/supervisor/open-front.ts'

/**
 * Hands connections to a child process. Node would never close those that were on their way to a process that ended, so this process
 * keeps a copy of each until it has arrived.
 */
export function handOverTo(child: ChildProcess): Serving['take'] {
  return (socket, onTaken) => {
    const fail = () => end(new Error('It has ended'))
    let isOver = false
    function end(error: Error | null): void {
      if (isOver) return
      isOver = true
      child.off('exit', fail)
      // Closes the copy of this process only.
      socket.destroy()
      onTaken(error)
    }
    if (!child.connected) return fail()
    child.once('exit', fail)
    const failed = (error: Error | null) => error && end(error)
    child.send({ kind: 'connection' } satisfies ToProcess, socket, { keepOpen: true }, failed)
    // Node sends nothing more until the child has confirmed the connection.
    child.send({ kind: 'arrived' } satisfies ToProcess, end)
  }
}
