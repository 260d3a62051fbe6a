/** Functions for the tests of work on texts. */
let calls = 0

export interface Witness {
  pid: number
  calls: number
  /** The start by the clock of the machine. */
  from: number
  to: number
}

/** Says where and when it was called, after some processor time. */
export function bearWitness(_text: string, milliseconds: number): Witness {
  calls += 1
  const from = Date.now()
  const before = process.threadCpuUsage()
  let used = 0
  while (used < milliseconds * 1000) {
    const { user, system } = process.threadCpuUsage(before)
    used = user + system
  }
  return { pid: process.pid, calls, from, to: Date.now() }
}

export function refuse(text: string): never {
  throw new Error(`Refused: ${text.slice(0, 5)}`)
}
