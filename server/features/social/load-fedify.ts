/**
 * Fedify and what it speaks in: its vocabulary of ActivityStreams, and moments of Temporal, which Node 24 does not have. Loaded on the first
 * use, because it takes half a second and 70 MB, which a publication outside the social web does not need.
 */
export async function loadFedify() {
  const [fedify, vocabulary, { Temporal: temporal }] = await Promise.all([
    import('@fedify/fedify'),
    import('@fedify/vocab'),
    import('@js-temporal/polyfill'),
  ])
  /** A moment as the vocabulary takes it. */
  const instantOf = (date: Date) =>
    temporal.Instant.fromEpochMilliseconds(date.getTime()) as unknown as Temporal.Instant
  return { ...fedify, ...vocabulary, instantOf }
}

export type Fedify = Awaited<ReturnType<typeof loadFedify>>
