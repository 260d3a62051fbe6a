/** Holds many bodies at once, three times over, and keeps what is small from between them. Prints its resident memory afterwards in megabytes. */
const kept: Buffer[] = []
for (let round = 0; round < 3; round += 1) {
  hold()
  globalThis.gc?.()
  // The bodies are freed after the turn.
  await new Promise(setImmediate)
  globalThis.gc?.()
}
console.log(Math.round(process.memoryUsage.rss() / 1e6))

function hold() {
  const bodies: Buffer[] = []
  for (let index = 0; index < 400; index += 1) {
    bodies.push(Buffer.allocUnsafeSlow(300_000).fill(1))
    kept.push(Buffer.allocUnsafeSlow(4_000).fill(1))
  }
}

export {}
