import type { DrawnElement } from '#server/platform/images/look/rebuild-svg.ts'

/** Counts the characters of the clips of these elements, each as often as it is used: every use draws it anew. */
export function clippedLength(elements: readonly DrawnElement[]): number {
  const all = elements.flatMap(withChildren)
  const clips = new Map<string, number>()
  for (const element of all) {
    const id = element.attributes.get('id')
    // If two have the same id, a program may use either.
    if (element.name === 'clipPath' && id !== undefined)
      clips.set(id, Math.max(clips.get(id) ?? 0, lengthOf(element)))
  }
  return all.reduce((sum, { attributes }) => {
    const [, id = ''] = /#([\w.-]+)/.exec(attributes.get('clip-path') ?? '') ?? []
    return sum + (clips.get(id) ?? 0)
  }, 0)
}

const withChildren = (element: DrawnElement): DrawnElement[] => [
  element,
  ...element.children.flatMap(withChildren),
]

function lengthOf(element: DrawnElement): number {
  const values = withChildren(element).flatMap(({ attributes }) => [...attributes.values()])
  return values.reduce((sum, value) => sum + value.length, 0)
}
