import type { Socket } from 'node:net'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import type { Beginning, FromProcess, ToProcess } from '#server/supervisor/messages.ts'

/** The supervisor, as a process of the site sees it. */
export interface Supervisor {
  beginning: Promise<Beginning>
  /** Resolves when the message was sent. */
  tell(message: FromProcess): Promise<void>
  onConnection(listener: (socket: Socket) => void): void
  onRetire(listener: () => void): void
  onStop(listener: () => void): void
  /** Calls the listener when the supervisor has ended, however it did. */
  onLost(listener: () => void): void
  isLost(): boolean
  onMeasure(measure: () => Promise<Measured>): void
  /** Reads the metrics of the other processes; those that do not respond are left out. */
  measureOthers(): Promise<Measured[]>
}

export function joinSupervisor(): Supervisor {
  const begun = Promise.withResolvers<Beginning>()
  const asking = new Map<number, (measured: Measured[]) => void>()
  let takeConnection = (socket: Socket): void => {
    socket.destroy()
  }
  let retire = () => {}
  let measure = async (): Promise<Measured> => []
  let lastAsked = 0
  let isToStop = false
  let stop = () => {
    isToStop = true
  }

  const tell = (message: FromProcess) =>
    new Promise<void>((resolve) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
      else resolve()
    })

  function receive(message: ToProcess, socket?: Socket): void {
    if (message.kind === 'begin') begun.resolve(message.with)
    else if (message.kind === 'retire') retire()
    else if (message.kind === 'stop') stop()
    else if (message.kind === 'is alive') void tell({ kind: 'alive' })
    else if (message.kind === 'measure') {
      void measure().then((measured) => tell({ kind: 'measured', asked: message.asked, measured }))
    } else if (message.kind === 'others measured') {
      asking.get(message.asked)?.(message.measured)
      asking.delete(message.asked)
    } else if (message.kind === 'connection' && socket) takeConnection(socket)
    // A message without a socket means that its client has disconnected on the way.
  }

  process.on('message', receive)

  return {
    beginning: begun.promise,
    tell,
    onConnection(listener) {
      takeConnection = listener
    },
    onRetire(listener) {
      retire = listener
    },
    onStop(listener) {
      stop = listener
      if (isToStop) listener()
    },
    onLost(listener) {
      if (process.connected) process.once('disconnect', listener)
      else listener()
    },
    isLost: () => !process.connected,
    onMeasure(listener) {
      measure = listener
    },
    measureOthers() {
      const asked = ++lastAsked
      const measured = new Promise<Measured[]>((resolve) => asking.set(asked, resolve))
      void tell({ kind: 'measure others', asked })
      return measured
    },
  }
}
