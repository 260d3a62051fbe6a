/** Linear interpolation between sorted points, clamped to the first and the last. */
export function interpolate(points: readonly (readonly [number, number])[], at: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((points[middle]?.[0] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const [before, after] = [points[low], points[low + 1]]
  if (!before) return 0
  if (!after || at <= before[0] || after[0] === before[0]) return before[1]
  return before[1] + ((at - before[0]) / (after[0] - before[0])) * (after[1] - before[1])
}
