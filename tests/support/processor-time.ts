/** The processor time of this thread so far, in milliseconds: on a busy machine a clock would count the waiting too. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
