import { expect } from 'vitest'

/** Waits until the screen has an address, with its parameters and its fragment. */
export async function expectAddress(address: string): Promise<void> {
  await expect
    .poll(() => window.location.pathname + window.location.search + window.location.hash)
    .toBe(address)
}
