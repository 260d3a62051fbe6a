import { z } from '#core/domain/schema.ts'

/** What a tab says about itself while its administrator is in one or more places of the desk. */
const presence = z.object({ email: z.string(), places: z.array(z.string()) })
export type DeskPresence = z.infer<typeof presence>

/**
 * Who is in which place, besides oneself, given the presences of a channel by tab. What is no presence of a desk is left out:
 * the server checks who may say something, but not what.
 */
export function readPresences(
  byTab: Readonly<Record<string, readonly unknown[]>>,
  ownEmail: string,
): ReadonlyMap<string, readonly string[]> {
  const present = new Map<string, Set<string>>()
  for (const entry of Object.values(byTab).flat()) {
    const { data } = presence.safeParse(entry)
    if (!data || data.email === ownEmail) continue
    for (const place of data.places) {
      present.set(place, (present.get(place) ?? new Set()).add(data.email))
    }
  }
  return new Map([...present].map(([place, emails]) => [place, [...emails]]))
}
